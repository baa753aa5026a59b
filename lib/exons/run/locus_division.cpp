#include "exons/run/locus_division.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "exons/solving/expected_costs.hpp"
#include "exons/solving/solver_settings.hpp"

namespace exonweave {
namespace {

// What a part holds until all are solved.
struct held_part {
  solved_part part;
  memory_reservation held{};  // by its material; of the whole region its problem has that
};

solver_call for_parts(const division_context& context, spliced::score best) {
  solver_call made = context.call;
  made.best_of_region = best;
  made.lowest_score = std::max(context.call.lowest_score, context.settings.min_of_locus(best));
  made.planned = nullptr;  // their passes are not counted
  return made;
}

// A part is divided further or it stands: its graph goes in both cases, before any other one is made. Where it cannot
// be divided after all, which is rare, it is made once more.
class divider {
 public:
  divider(const division_context& context, const solved_part& whole)
      : context_(context),
        call_(for_parts(context, whole.score())),
        whole_(whole.locus.region),
        done_(whole.solved.cut ? context.call.planned : nullptr) {}

  // `share` is what the part counts for, of all that is divided.
  std::vector<held_part> parts_of(held_part whole, double fraction) {
    const bool may_be_cut = whole.part.solved.cut.has_value();
    std::vector<held_part> parts;
    if (may_be_cut)
      parts = both_sides(whole.part, fraction);
    else
      count(fraction);
    if (!parts.empty()) return parts;
    if (may_be_cut) solve_undivided(whole);
    parts.push_back(std::move(whole));
    return parts;
  }

  [[nodiscard]] const case_work& work() const { return work_; }

 private:
  // Nothing when a side has no locus after all.
  std::vector<held_part> both_sides(const solved_part& whole, double fraction) {
    const std::int64_t length = context_.input.sequences.catalog().length(whole.locus.sequence);
    const std::int64_t cut = whole.locus.on == strand::reverse ? length - *whole.solved.cut : *whole.solved.cut;
    std::vector<held_part> sides;
    for (const interval where : {interval{whole.locus.region.start, cut}, interval{cut, whole.locus.region.end}}) {
      const double of_side =
          fraction * static_cast<double>(where.length()) / static_cast<double>(whole.locus.region.length());
      held_part side = solve_part(whole.locus, where);
      count(of_side / 2);  // nobody knows how often it will be cut
      if (side.part.solved.chains.empty()) return {};
      auto parts = parts_of(std::move(side), of_side / 2);
      std::ranges::move(parts, std::back_inserter(sides));
    }
    return sides;
  }

  void count(double fraction) { done_.is_done(fraction_done_ += fraction); }

  held_part solve_part(alignment_task locus, interval where) {
    locus.region = where;
    const shared_problem problem = make(locus);
    solved_part part{locus, std::make_shared<const region_material>(problem->material()), {}, problem->scoring().code};
    solve_on(*problem, context_.settings, part);
    const std::uint64_t bytes = bytes_of(*part.material);
    return {std::move(part), context_.memory.reserve(bytes)};
  }

  // The whole of what cannot be cut after all, with all that is requested of it.
  void solve_undivided(held_part& whole) {
    const solver_settings as_one = context_.settings.for_one_locus();
    if (whole.part.locus.region == whole_) return solve_instead(context_.held, context_.whole, as_one, whole.part);
    const shared_problem again = make(whole.part.locus);
    solve_instead(whole.held, *again, as_one, whole.part);
  }

  // While it is solved the problem alone counts, in place of what is held of the part.
  void solve_instead(memory_reservation& held, const region_problem& on, const solver_settings& settings,
                     solved_part& part) {
    const std::uint64_t bytes = held.bytes();
    held.give_back();
    solve_on(on, settings, part);
    held = context_.memory.reserve(bytes);
  }

  shared_problem make(const alignment_task& locus) {
    auto made = context_.maker.make_problem(locus, context_.reading, context_.settings, context_.memory);
    work_.costs += costs_of_making(size_of(*made), context_.settings);
    return made;
  }

  void solve_on(const region_problem& on, const solver_settings& settings, solved_part& part) {
    part.solved = solve(on, context_.target, on.scoring(), settings, context_.memory, call_);
    work_ += part.solved.work;
    part.solved.work = {};
  }

  const division_context& context_;
  const solver_call call_;
  interval whole_;
  counted_fraction done_;
  double fraction_done_ = 0;
  case_work work_;
};

interval span_of(const solved_part& part, std::int64_t sequence_length) {
  const spliced::alignment& chain = part.solved.chains.front();
  const interval on_strand{chain.exons.front().begin, chain.exons.back().end};
  return part.locus.on == strand::reverse ? flip(on_strand, sequence_length) : on_strand;
}

}  // namespace

std::vector<solved_part> divide(solved_part whole, const division_context& context) {
  if (whole.solved.chains.empty()) return {};
  divider by(context, whole);
  case_work work = std::exchange(whole.solved.work, {});
  std::vector<solved_part> parts;
  for (held_part& each : by.parts_of({std::move(whole)}, 1)) parts.push_back(std::move(each.part));
  parts.front().solved.work = work += by.work();
  return parts;
}

chosen_parts choose_parts(std::vector<solved_part> parts, const solver_settings& settings, std::size_t most,
                          std::int64_t sequence_length) {
  std::ranges::stable_sort(parts, {}, [](const solved_part& each) {
    return std::pair(-std::int64_t{each.score()}, each.locus.is_backwards);
  });
  chosen_parts chosen;
  if (parts.empty()) return chosen;
  const spliced::score least = settings.min_of_locus(parts.front().score());
  std::vector<interval> spans;  // of those that are chosen, and of those that would be
  for (solved_part& each : parts) {
    if (!spans.empty() && each.score() < least) break;
    const interval span = span_of(each, sequence_length);
    const bool is_free = std::ranges::none_of(spans, [&](interval other) { return span.overlaps(other); });
    if (!is_free) continue;
    spans.push_back(span);
    if (chosen.parts.size() < most)
      chosen.parts.push_back(std::move(each));
    else
      ++chosen.n_left_out;
  }
  return chosen;
}

namespace {

// The models of one place, the best one first.
using place_models = std::vector<gene_model>;

void add_places(std::vector<gene_model> models, std::vector<place_models>& places) {
  std::size_t place = 0;
  for (gene_model& each : models) {
    if (&each == models.data() || each.place != place) places.emplace_back();
    place = each.place;
    places.back().push_back(std::move(each));
  }
}

// How close a result comes to a model.
std::pair<bool, std::pair<locus_outcome, spliced::score>> rank_of(const locus_result& result) {
  return {result.outcome == locus_outcome::model, {result.outcome, result.best_score}};
}

}  // namespace

std::vector<interval> windows_of(interval region, const window_lengths& lengths) {
  if (region.length() <= lengths.longest) return {region};
  const std::int64_t own = region.length() - lengths.shared, max_own = lengths.longest - lengths.shared;
  const std::int64_t n = (own + max_own - 1) / max_own;
  std::vector<interval> windows;
  for (std::int64_t w = 0; w < n; ++w)
    windows.push_back({region.start + w * own / n, region.start + (w + 1) * own / n + lengths.shared});
  return windows;
}

locus_result join_windows(std::vector<locus_result> results, interval region, const solver_settings& settings,
                          std::size_t most) {
  std::vector<place_models> places;
  for (locus_result& each : results) add_places(std::move(each.models), places);
  locus_result joined = *std::ranges::max_element(results, {}, rank_of);
  joined.locus.region = region;
  joined.models.clear();
  joined.n_candidates = joined.n_left_out = 0;
  joined.work = {};
  joined.seconds = joined.cpu_seconds = 0;
  for (const locus_result& each : results) {
    joined.best_score = std::max(joined.best_score, each.best_score);
    joined.n_candidates += each.n_candidates;
    joined.n_left_out += each.n_left_out;
    joined.work += each.work;
    joined.seconds += each.seconds;
    joined.cpu_seconds += each.cpu_seconds;
  }
  std::ranges::stable_sort(places, std::ranges::greater(),
                           [](const place_models& place) { return place.front().score; });
  std::vector<interval> spans;  // of those that are taken, and of those that would be
  std::vector<place_models*> taken;
  for (place_models& place : places) {
    if (!spans.empty() && place.front().score < settings.min_of_locus(places.front().front().score)) break;
    const interval span = place.front().span();
    if (std::ranges::any_of(spans, [&](interval other) { return span.overlaps(other); })) continue;
    spans.push_back(span);
    if (taken.size() < most)
      taken.push_back(&place);
    else if (most > 1)
      ++joined.n_left_out;
  }
  for (std::size_t t = 0; t < taken.size(); ++t)
    for (gene_model& model : *taken[t]) {
      model.place = taken.size() > 1 ? t + 1 : 0;
      model.window = proof_window::limited;
      joined.models.push_back(std::move(model));
    }
  if (!joined.models.empty()) {
    joined.locus.on = joined.models.front().on;
    joined.locus.is_backwards = joined.models.front().is_backwards;
  }
  return joined;
}

}  // namespace exonweave
