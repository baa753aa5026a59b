#include "exons/scan/scan_statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "exons/statistics/gumbel.hpp"
#include "exons/statistics/random_source.hpp"
#include "spliced/scan/parasail_profile.hpp"

namespace exonweave {
namespace {

struct published {
  std::string_view matrix;
  spliced::gap_costs gaps;
  double lambda;
  double k;
};

constexpr std::array published_values = {
    published{"BLOSUM45", {13, 3}, 0.207, 0.049}, published{"BLOSUM45", {12, 3}, 0.199, 0.039},
    published{"BLOSUM45", {11, 3}, 0.190, 0.031}, published{"BLOSUM45", {10, 3}, 0.179, 0.023},
    published{"BLOSUM45", {16, 2}, 0.210, 0.051}, published{"BLOSUM45", {15, 2}, 0.203, 0.041},
    published{"BLOSUM45", {14, 2}, 0.195, 0.032}, published{"BLOSUM45", {13, 2}, 0.185, 0.024},
    published{"BLOSUM45", {12, 2}, 0.171, 0.016}, published{"BLOSUM45", {19, 1}, 0.205, 0.040},
    published{"BLOSUM45", {18, 1}, 0.198, 0.032}, published{"BLOSUM45", {17, 1}, 0.189, 0.024},
    published{"BLOSUM45", {16, 1}, 0.176, 0.016}, published{"BLOSUM62", {11, 2}, 0.297, 0.082},
    published{"BLOSUM62", {10, 2}, 0.291, 0.075}, published{"BLOSUM62", {9, 2}, 0.279, 0.058},
    published{"BLOSUM62", {8, 2}, 0.264, 0.045},  published{"BLOSUM62", {7, 2}, 0.239, 0.027},
    published{"BLOSUM62", {6, 2}, 0.201, 0.012},  published{"BLOSUM62", {13, 1}, 0.292, 0.071},
    published{"BLOSUM62", {12, 1}, 0.283, 0.059}, published{"BLOSUM62", {11, 1}, 0.267, 0.041},
    published{"BLOSUM62", {10, 1}, 0.243, 0.024}, published{"BLOSUM62", {9, 1}, 0.206, 0.010},
    published{"BLOSUM80", {25, 2}, 0.342, 0.17},  published{"BLOSUM80", {13, 2}, 0.336, 0.15},
    published{"BLOSUM80", {9, 2}, 0.319, 0.11},   published{"BLOSUM80", {8, 2}, 0.308, 0.090},
};

// Robinson and Robinson 1991: of 10,000 residues, in the order of the codes.
constexpr std::array<std::uint16_t, 20> composition = {781, 513, 449, 536, 193, 426, 630, 738, 220, 514,
                                                       902, 574, 224, 386, 520, 712, 584, 133, 322, 644};

std::vector<spliced::residue_code> random_protein(random_source& random, std::size_t length) {
  static constexpr auto total = std::accumulate(composition.begin(), composition.end(), std::uint64_t{0});
  std::vector<spliced::residue_code> made(length);
  for (auto& residue : made) {
    auto at = random.below(total);
    for (residue = 0; at >= composition[residue]; ++residue) at -= composition[residue];
  }
  return made;
}

// [n_pairs] The best scores of random pairs.
std::vector<double> simulate(const spliced::scan_scoring& scoring, std::size_t n_pairs, std::size_t length,
                             std::uint64_t stream) {
  const spliced::parasail_scoring with(scoring);
  random_source random(1991, stream);
  std::vector<double> best;
  while (best.size() < n_pairs) {
    const auto query = random_protein(random, length);
    const spliced::parasail_profile profile(with, query);
    best.push_back(profile.align(spliced::parasail_letters(random_protein(random, length))).total);
  }
  return best;
}

double mean(const std::vector<double>& of) {
  return std::accumulate(of.begin(), of.end(), 0.0) / static_cast<double>(of.size());
}

}  // namespace

std::optional<score_statistics> published_statistics(std::string_view matrix, spliced::gap_costs gaps) {
  const auto found = std::ranges::find_if(
      published_values, [&](const published& each) { return each.matrix == matrix && each.gaps == gaps; });
  if (found == published_values.end()) return std::nullopt;
  return score_statistics{found->lambda, found->k};
}

std::optional<score_statistics> simulated_statistics(const spliced::scan_scoring& scoring) {
  constexpr std::size_t length = 400, n_pairs = 2'000;
  // Where scores follow the logarithm of the lengths, twice the length adds little; where they follow the lengths, it doubles them.
  constexpr double most_growth = 1.6;
  const std::vector<double> best = simulate(scoring, n_pairs, length, 0);
  if (mean(best) > most_growth * mean(simulate(scoring, n_pairs / 10, length / 2, 1))) return std::nullopt;
  const auto fitted = fit_gumbel(best);
  if (!fitted) return std::nullopt;
  return score_statistics{fitted->rate,
                          std::exp(fitted->rate * fitted->location) / static_cast<double>(length * length)};
}

double bit_score(const score_statistics& of, spliced::score score) {
  return (of.lambda * score - std::log(of.k)) / std::numbers::ln2;
}

}  // namespace exonweave
