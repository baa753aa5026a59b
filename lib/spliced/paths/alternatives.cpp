#include "spliced/paths/alternatives.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "spliced/engine/reversal.hpp"
#include "spliced/paths/edge_join.hpp"

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

namespace {

enum class border : std::uint8_t { start, end };

// One border of an exon.
struct site {
  border which;
  std::int64_t position;  // nt
  auto operator<=>(const site&) const = default;
};

// The cut that all paths over a site cross where they use it.
struct cut {
  site place;
  node_id first_after = std::numeric_limits<node_id>::max();  // nodes from here on lie after it
  node_id last_user = 0;                                      // source of an edge that uses the site
};

// What a path begins or ends by going over an edge to `v`.
std::optional<site> site_over(const graph_view& graph, const edge& input, node_id v) {
  if (ends_exon(graph, input, v)) return site{border::end, end_over(graph, input)};
  if (begins_exon(graph, input, v)) return site{border::start, begin_over(graph, input, v)};
  return std::nullopt;
}

// Which positions some borders may have: most others are distinguished apart at a glance.
class position_filter {
 public:
  void add(const site& cut) { bits_of(cut.which) |= bit(cut.position); }
  [[nodiscard]] bool may_have(const site& cut) const {
    return (bits_[static_cast<std::size_t>(cut.which)] & bit(cut.position)) != 0;
  }

 private:
  static std::uint64_t bit(std::int64_t position) {
    return std::uint64_t{1} << (static_cast<std::uint64_t>(position) % 64);
  }
  std::uint64_t& bits_of(border which) { return bits_[static_cast<std::size_t>(which)]; }

  std::array<std::uint64_t, 2> bits_{};  // [border]
};

template <class Visit>
void for_each_edge(const graph_view& graph, const Visit& visit) {
  for (node_id v = 0; v < graph.size(); ++v)
    for (const edge& input : graph.inputs(v)) visit(input, v);
}

// Sorted by site.
std::vector<cut> make_cuts(const graph_view& graph, std::span<const path_exon> exons) {
  std::vector<cut> cuts;
  for (const path_exon& each : exons) {
    cuts.push_back({{border::start, each.begin}});
    cuts.push_back({{border::end, each.end}});
  }
  std::ranges::sort(cuts, {}, &cut::place);
  const auto repeated = std::ranges::unique(cuts, {}, &cut::place);
  cuts.erase(repeated.begin(), repeated.end());
  position_filter of_cuts;
  for (const cut& each : cuts) of_cuts.add(each.place);
  for_each_edge(graph, [&](const edge& input, node_id v) {
    const auto used = site_over(graph, input, v);
    if (!used || !of_cuts.may_have(*used)) return;
    const auto found = std::ranges::lower_bound(cuts, *used, {}, &cut::place);
    if (found == cuts.end() || found->place != *used) return;
    found->first_after = std::min(found->first_after, v);
    found->last_user = std::max(found->last_user, input.source);
  });
  for (const cut& each : cuts)
    if (each.last_user >= each.first_after)
      throw std::logic_error("no cut separates what comes before a splice site from what follows it");
  return cuts;
}

}  // namespace

exon_cuts cut_exons(const graph_view& graph, std::span<const path_exon> exons) {
  assert(!exons.empty());
  std::vector<cut> cuts = make_cuts(graph, exons);
  std::ranges::stable_sort(cuts, {}, &cut::first_after);
  exon_cuts made;
  const auto set_of = [&](border which, std::int64_t position) {
    const auto found = std::ranges::find(cuts, site{which, position}, &cut::place);
    return static_cast<std::size_t>(found - cuts.begin());
  };
  for (const path_exon& each : exons)
    made.exons.push_back(
        {set_of(border::start, each.begin), set_of(border::end, each.end), cuts.size() + made.exons.size()});
  made.n_sets = cuts.size() + exons.size();
  std::size_t n_before = 0;  // cuts before v
  for_each_edge(graph, [&](const edge& input, node_id v) {
    while (n_before < cuts.size() && cuts[n_before].first_after <= v) ++n_before;
    const auto used = site_over(graph, input, v);
    std::size_t first = n_before;
    while (first > 0 && cuts[first - 1].first_after > input.source) --first;
    for (std::size_t k = first; k < n_before; ++k)
      if (used != cuts[k].place) made.crossings.push_back({&input, v, k});
    if (!used || used->which != border::end) return;
    if (used->position <= exons.front().begin || used->position >= exons.back().end) return;
    const auto exon = std::ranges::upper_bound(exons, used->position, {}, &path_exon::end);
    if (exon != exons.end() && exon->begin < used->position)
      made.crossings.push_back({&input, v, made.exons[static_cast<std::size_t>(exon - exons.begin())].inside});
  });
  return made;
}

void visit_other_ends(const graph_view& graph, std::span<const path_exon> exons,
                      const std::function<void(const crossing&)>& visit) {
  for_each_edge(graph, [&](const edge& input, node_id v) {
    if (!ends_exon(graph, input, v)) return;
    if (!std::ranges::binary_search(exons, end_over(graph, input), {}, &path_exon::end)) visit({&input, v, 0});
  });
}

join_bound::join_bound(row_pass& forward, row_pass& backward)
    : forward_(forward), backward_(backward), problem_(forward.input()) {
  const substitution_matrix& d = *problem_.substitution;
  best_pair_.assign(d.n_codes(), 0);
  for (residue_code r = 0; r < d.n_codes(); ++r)
    for (const residue_code t : problem_.target) best_pair_[r] = std::max(best_pair_[r], d(r, t));
}

score join_bound::over(const edge& across, node_id v) {
  const scalars above = scalars_of(forward_, across.source);
  const scalars after = scalars_of(backward_, mirrored(problem_.graph, v));
  const scalars before = across.residue == no_residue ? above : below(above, across);
  const auto both = [](score here, score there, score more) { return std::int64_t{here} + there + more; };
  std::int64_t most =
      std::max(both(before.largest.S, after.largest.S, 0), both(before.largest.F, after.largest.F, problem_.gaps.open));
  if (problem_.residue_ends) {
    const score u = problem_.residue_ends->open;
    most = std::max({most, both(before.lead, after.trail, u), both(before.trail, after.lead, u),
                     both(before.lead, after.lead, u + problem_.before(problem_.target.size()))});
  }
  return most > -score_limit ? static_cast<score>(most + across.weight) : unreachable;
}

join_bound::scalars join_bound::scalars_of(row_pass& pass, node_id v) {
  const node_row last = pass.last_row(v);
  if (!pass.input().residue_ends) return {pass.bound(v)};
  return {pass.bound(v), pass.lead(last), pass.trail(last)};
}

join_bound::scalars join_bound::below(const scalars& above, const edge& across) const {
  const gap_costs ends = problem_.residue_ends.value_or(gap_costs{});
  const score change = across.in_gap - ends.extend;
  const score lead = above.lead + change;
  const score best = std::max(above.largest.S + gain_of(across), lead);
  const score gap = std::max(above.largest.F, above.largest.S - problem_.gaps.open) - problem_.gaps.extend;
  return {{best, gap + across.in_gap}, lead, std::max(above.trail + change, best - ends.open)};
}

score join_bound::gain_of(const edge& across) const {
  return std::max<score>(best_pair_[across.residue], across.in_gap);
}

}  // namespace exonweave::spliced
