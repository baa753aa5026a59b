#include "spliced/paths/alternatives.hpp"

#include <algorithm>
#include <functional>
#include <tuple>

#include "spliced/paths/edge_join.hpp"
#include "spliced/paths/exon_cuts.hpp"
#include "spliced/paths/join_bound.hpp"

namespace exonweave::spliced {
namespace {

// A crossing that may score reading rows for.
struct candidate {
  crossing point;
  score at_most;
};

class joined_sets {
 public:
  joined_sets(row_pass& forward, row_pass& backward, spare_threads* spare,
              const std::function<void(double)>& on_fraction)
      : forward_(forward),
        backward_(backward),
        spare_(spare),
        on_fraction_(on_fraction),
        bounds_(forward, backward),
        joins_(forward) {}

  /// Raises `best` [sets] to the best path over the crossings of each set: for_each(visit) visits them all. Those that
  /// promise most come first, as long as what they score leaves far fewer of the others to be joined; then all that
  /// are left, whose rows are computed once.
  template <class ForEach>
  void raise(const ForEach& for_each, std::span<score> best) {
    std::vector<candidate> left;
    for_each([&](const crossing& each) {
      const score at_most = std::min(bounds_.over(*each.over, each.after), forward_.end().total);
      if (is_reachable(at_most) && at_most > best[each.set]) left.push_back({each, at_most});
    });
    n_joined_ = 0;
    for (std::size_t batch = first_batch; drop_hopeless(left, best), !left.empty();) {
      const std::size_t n = std::min(batch, left.size());
      n_left_ = left.size();
      const auto first = left.end() - static_cast<std::ptrdiff_t>(n);
      std::ranges::nth_element(left, first, {}, &candidate::at_most);
      join_all(std::span(first, left.end()), best);
      left.erase(first, left.end());
      const std::size_t n_before = left.size();
      drop_hopeless(left, best);
      batch = 2 * left.size() < n_before ? 2 * batch : left.size();
    }
    ++n_raised_;
    tell_fraction(0);
  }

 private:
  static constexpr std::size_t first_batch = 32;

  static void drop_hopeless(std::vector<candidate>& left, std::span<const score> best) {
    std::erase_if(left, [&](const candidate& each) { return each.at_most <= best[each.point.set]; });
  }

  // From the end to the beginning; after one node what promises most goes first.
  void join_all(std::span<candidate> batch, std::span<score> best) {
    std::ranges::sort(batch, std::greater<>(), [](const candidate& each) {
      return std::tuple(each.point.after, each.at_most, each.point.over, each.point.set);
    });
    std::vector<node_row> above, after;
    for (const candidate& each : batch) {
      above.push_back(forward_.last_row(each.point.over->source));
      after.push_back(row_after(each.point));
    }
    const edge* joined = nullptr;
    score value = unreachable;
    for (std::size_t first = 0, last = 0; first < batch.size(); first = last) {
      last = first + expect_rows(std::span(above).subspan(first), std::span(after).subspan(first));
      for (const candidate& each : batch.subspan(first, last - first)) {
        score& so_far = best[each.point.set];
        if (each.at_most <= so_far) continue;
        if (each.point.over != joined) value = value_of(each.point);  // an edge of several sets is joined once
        joined = each.point.over;
        so_far = std::max(so_far, value);
      }
      count_joined(last - first);
    }
  }

  void count_joined(std::size_t n) {
    n_joined_ += n;
    n_left_ -= n;
    tell_fraction(static_cast<double>(n_joined_) / static_cast<double>(n_joined_ + n_left_));
  }

  // Of one call of raise().
  void tell_fraction(double fraction) const {
    constexpr double calls = 2;
    if (on_fraction_) on_fraction_((static_cast<double>(n_raised_) + fraction) / calls);
  }

  // How many of both, from the first, are ready.
  std::size_t expect_rows(std::span<const node_row> above, std::span<const node_row> after) {
    const std::size_t n_columns = forward_.input().n_columns();
    auto n_after = start_next_to(spare_, [&] { return backward_.expect(after, n_columns); });
    const std::size_t n_above = forward_.expect(above, n_columns);
    return std::min(n_above, n_after.get());
  }

  [[nodiscard]] node_row row_after(const crossing& point) const {
    return backward_.last_row(mirrored(forward_.input().graph, point.after));
  }

  score value_of(const crossing& point) {
    const score value = joins_.before_weight(*point.over, backward_.row(row_after(point)));
    return with_weight(value, point.over->weight);
  }

  row_pass& forward_;
  row_pass& backward_;
  spare_threads* spare_;
  const std::function<void(double)>& on_fraction_;
  std::size_t n_raised_ = 0, n_joined_ = 0, n_left_ = 0;
  join_bound bounds_;
  edge_join joins_;
};

std::optional<score> if_reachable(score value) { return is_reachable(value) ? std::optional(value) : std::nullopt; }

}  // namespace

alternative_study study_alternatives(row_pass& forward, row_pass& backward, std::span<const path_exon> exons,
                                     spare_threads* spare, const std::function<void(double)>& on_fraction) {
  const graph_view& graph = forward.input().graph;
  const exon_cuts cuts = cut_exons(graph, exons);
  joined_sets sets(forward, backward, spare, on_fraction);
  std::vector<score> best(cuts.n_sets, unreachable);
  sets.raise([&](const auto& visit) { std::ranges::for_each(cuts.crossings, visit); }, best);
  alternative_study found;
  score second_best = unreachable;
  for (const auto& [at_start, at_end, inside] : cuts.exons) {
    const score without = std::max({best[at_start], best[at_end], best[inside]});
    found.best_without.push_back(if_reachable(without));
    second_best = std::max(second_best, without);
  }
  sets.raise([&](const auto& visit) { visit_other_ends(graph, exons, visit); }, {&second_best, 1});
  found.second_best = if_reachable(second_best);
  return found;
}

}  // namespace exonweave::spliced
