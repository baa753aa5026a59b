#include "exons/run/region_windows.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace exonweave {
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
