#include "exons/significance/known_statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace exonweave {
namespace {

// What was simulated: tests/benchmarks/bench_chance_statistics.cpp writes them.
struct known_row {
  std::string_view model;
  double gc, lambda, log_k, coding_lambda, coding_log_k;
};

// By model, then ascending by gc.
constexpr auto rows = std::to_array<known_row>({
#include "exons/significance/known_statistics.inc"
});

// The regions of these, nt.
constexpr std::int64_t length_of_simulated = 10'000;

bool is_usual(const scoring_options& scoring) {
  scoring_options usual = *preset_scoring("default", molecule::protein);
  usual.splice_model = scoring.splice_model;
  usual.has_given_introns = scoring.has_given_introns;
  usual.extend_starts = scoring.extend_starts;  // no score depends on these
  usual.disruption = scoring.disruption;
  if (scoring.max_intron >= length_of_simulated) usual.max_intron = scoring.max_intron;  // there it limits nothing
  return scoring == usual;
}

}  // namespace

std::optional<score_statistics> known_statistics(const scoring_options& scoring, int genetic_code, double gc) {
  constexpr int standard = 1;
  const auto of_model = std::ranges::equal_range(rows, std::string_view(scoring.splice_model), {}, &known_row::model);
  if (of_model.empty() || genetic_code != standard || !is_usual(scoring)) return std::nullopt;
  const auto above = std::ranges::lower_bound(of_model, gc, {}, &known_row::gc);
  const known_row& high = above == of_model.end() ? of_model.back() : *above;
  const known_row& low = above == of_model.begin() ? high : *(above - 1);
  const double part = high.gc == low.gc ? 0 : std::clamp((gc - low.gc) / (high.gc - low.gc), 0.0, 1.0);
  const auto law = [&](double known_row::*lambda, double known_row::*log_k) {
    return score_law{std::lerp(low.*lambda, high.*lambda, part), std::exp(std::lerp(low.*log_k, high.*log_k, part))};
  };
  return score_statistics{law(&known_row::lambda, &known_row::log_k), gc,
                          law(&known_row::coding_lambda, &known_row::coding_log_k)};
}

}  // namespace exonweave
