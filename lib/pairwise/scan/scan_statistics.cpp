#include "pairwise/scan/scan_statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/statistics/random_source.hpp"
#include "base/statistics/score_law.hpp"
#include "pairwise/scan/local_aligner.hpp"
#include "pairwise/scan/matrix_adjustment.hpp"

namespace exonweave {
namespace {

// Of alignments with gaps.
struct published {
  std::string_view matrix;
  spliced::gap_costs gaps;
  double lambda;
  double k;
  double a;
  double alpha;
  double sigma;
};

// Of alignments without gaps.
struct without_gaps {
  std::string_view matrix;
  double a;
  double alpha;
};

constexpr std::array ungapped_values = {without_gaps{"BLOSUM45", 0.9113, 9.61106},
                                        without_gaps{"BLOSUM62", 0.7916, 4.96466},
                                        without_gaps{"BLOSUM80", 0.5222, 1.91813}};

constexpr std::array published_values = {
    published{"BLOSUM45", {13, 3}, 0.207, 0.049, 1.5, 35.8559, 35.9639},
    published{"BLOSUM45", {12, 3}, 0.199, 0.039, 1.8, 45.6936, 45.8517},
    published{"BLOSUM45", {11, 3}, 0.190, 0.031, 2.0, 62.8741, 63.1037},
    published{"BLOSUM45", {10, 3}, 0.179, 0.023, 2.4, 88.2868, 88.6391},
    published{"BLOSUM45", {16, 2}, 0.210, 0.051, 1.5, 36.2798, 36.4524},
    published{"BLOSUM45", {15, 2}, 0.203, 0.041, 1.7, 44.8257, 45.0604},
    published{"BLOSUM45", {14, 2}, 0.195, 0.032, 1.9, 60.7362, 61.1023},
    published{"BLOSUM45", {13, 2}, 0.185, 0.024, 2.2, 85.1481, 85.6894},
    published{"BLOSUM45", {12, 2}, 0.171, 0.016, 2.8, 127.758, 128.582},
    published{"BLOSUM45", {19, 1}, 0.205, 0.040, 1.9, 53.0714, 53.8282},
    published{"BLOSUM45", {18, 1}, 0.198, 0.032, 2.0, 72.3424, 73.4039},
    published{"BLOSUM45", {17, 1}, 0.189, 0.024, 2.4, 103.055, 104.721},
    published{"BLOSUM45", {16, 1}, 0.176, 0.016, 2.8, 170.100, 173.003},
    published{"BLOSUM62", {11, 2}, 0.297, 0.082, 1.1, 12.6738, 12.7576},
    published{"BLOSUM62", {10, 2}, 0.291, 0.075, 1.3, 16.4740, 16.6026},
    published{"BLOSUM62", {9, 2}, 0.279, 0.058, 1.5, 22.7519, 22.9500},
    published{"BLOSUM62", {8, 2}, 0.264, 0.045, 1.8, 35.4838, 35.8213},
    published{"BLOSUM62", {7, 2}, 0.239, 0.027, 2.5, 61.2383, 61.8860},
    published{"BLOSUM62", {6, 2}, 0.201, 0.012, 3.3, 140.417, 141.882},
    published{"BLOSUM62", {13, 1}, 0.292, 0.071, 1.2, 19.5063, 19.8931},
    published{"BLOSUM62", {12, 1}, 0.283, 0.059, 1.5, 27.8562, 28.4699},
    published{"BLOSUM62", {11, 1}, 0.267, 0.041, 1.9, 42.6028, 43.6362},
    published{"BLOSUM62", {10, 1}, 0.243, 0.024, 2.5, 83.1787, 85.0656},
    published{"BLOSUM62", {9, 1}, 0.206, 0.010, 4.0, 210.333, 214.842},
    published{"BLOSUM80", {25, 2}, 0.342, 0.17, 0.52, 1.7310, 1.7313},
    published{"BLOSUM80", {13, 2}, 0.336, 0.15, 0.59, 2.67347, 2.69230},
    published{"BLOSUM80", {9, 2}, 0.319, 0.11, 0.76, 5.57609, 5.66786},
    published{"BLOSUM80", {8, 2}, 0.308, 0.090, 0.89, 7.53695, 7.68623},
    published{"BLOSUM80", {7, 2}, 0.293, 0.070, 1.1, 11.5866, 11.8404},
    published{"BLOSUM80", {6, 2}, 0.268, 0.045, 1.4, 19.9581, 20.4412},
    published{"BLOSUM80", {11, 1}, 0.314, 0.095, 0.90, 8.80861, 9.22332},
    published{"BLOSUM80", {10, 1}, 0.299, 0.071, 1.1, 13.8338, 14.5334},
    published{"BLOSUM80", {9, 1}, 0.279, 0.048, 1.4, 24.2520, 25.4904},
};

std::vector<spliced::residue_code> random_protein(random_source& random, std::size_t length) {
  std::vector<spliced::residue_code> made(length);
  for (auto& residue : made) residue = static_cast<spliced::residue_code>(random.weighted(usual_residues));
  return made;
}

// Best alignments of random pairs: a value for each pair.
struct random_alignments {
  std::vector<double> scores;
  std::vector<double> in_query;  // residues
  std::vector<double> in_sequence;
};

random_alignments simulate(const scan_scoring& scoring, std::size_t n_pairs, std::size_t length, std::uint64_t stream) {
  constexpr std::uint64_t memory = 64 << 20;  // ample for two such proteins
  random_source random(1991, stream);
  random_alignments made;
  for (std::size_t k = 0; k < n_pairs; ++k) {
    const auto query = random_protein(random, length);
    const auto found = local_aligner(query, scoring).align(random_protein(random, length), memory);
    made.scores.push_back(found.total);
    made.in_query.push_back(static_cast<double>(found.query_end - found.query_begin));
    made.in_sequence.push_back(static_cast<double>(found.sequence_end - found.sequence_begin));
  }
  return made;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Of the mean length of both by least squares. It does not fall with the score.
linear_growth fit_length(const random_alignments& sample) {
  const double mean_score = mean(sample.scores), mean_length = (mean(sample.in_query) + mean(sample.in_sequence)) / 2;
  double products = 0, squares = 0;
  for (std::size_t k = 0; k < sample.scores.size(); ++k) {
    const double above = sample.scores[k] - mean_score;
    products += above * ((sample.in_query[k] + sample.in_sequence[k]) / 2 - mean_length);
    squares += above * above;
  }
  const double slope = squares > 0 ? std::max(0.0, products / squares) : 0;
  return {slope, mean_length - slope * mean_score};
}

// Of what `one` and `other` have next to the line, per score. Scores are above 0.
double fit_products(const random_alignments& sample, const linear_growth& line, const std::vector<double>& one,
                    const std::vector<double>& other) {
  std::vector<double> products;
  for (std::size_t k = 0; k < sample.scores.size(); ++k) {
    const double expected = line.value(sample.scores[k]);
    products.push_back((one[k] - expected) * (other[k] - expected) / std::max(sample.scores[k], 1.0));
  }
  return mean(products);
}

}  // namespace

std::optional<score_law> published_statistics(std::string_view matrix, spliced::gap_costs gaps) {
  const auto found = std::ranges::find_if(
      published_values, [&](const published& each) { return each.matrix == matrix && each.gaps == gaps; });
  if (found == published_values.end()) return std::nullopt;
  const without_gaps& ungapped = *std::ranges::find(ungapped_values, matrix, &without_gaps::matrix);
  const double twice_a_gap = 2.0 * gaps.of(1);
  return score_law{found->lambda,
                   found->k,
                   {found->a, twice_a_gap * (ungapped.a - found->a)},
                   {found->alpha, twice_a_gap * (ungapped.alpha - found->alpha)},
                   {found->sigma, twice_a_gap * (ungapped.alpha - found->sigma)}};
}

std::optional<score_law> simulated_statistics(const scan_scoring& scoring) {
  constexpr std::size_t length = 400, n_pairs = 2'000;
  // Where scores follow the logarithm of the lengths, twice the length adds little; where they follow the lengths, it
  // doubles them.
  constexpr double max_growth = 1.6;
  const random_alignments best = simulate(scoring, n_pairs, length, 0);
  const double mean_of_shorter = mean(simulate(scoring, n_pairs / 10, length / 2, 1).scores);
  if (mean(best.scores) > max_growth * mean_of_shorter) return std::nullopt;
  const auto fitted = fit_gumbel(best.scores);
  if (!fitted) return std::nullopt;
  score_law made{fitted->rate, 1, fit_length(best)};
  made.variance.per_score = (fit_products(best, made.length, best.in_query, best.in_query) +
                             fit_products(best, made.length, best.in_sequence, best.in_sequence)) /
                            2;
  made.covariance.per_score = fit_products(best, made.length, best.in_query, best.in_sequence);
  // At the location one alignment is expected.
  const auto location = static_cast<spliced::score>(std::lround(fitted->location));
  made.k = std::exp(fitted->rate * location) / made.area(location, length, length);
  return made;
}

spliced::score lowest_score(const score_law& law, double e_value, double m, std::span<const std::uint32_t> lengths,
                            double n_residues, spliced::score largest) {
  // Far beyond the growth of the lengths' variance on that of their mean, where E-values rise with the length of the
  // sequence.
  constexpr std::uint32_t longest_without_order = 256;
  const auto is_rare = [&](spliced::score score, double n) { return law.e_value(score, m, n, n_residues) <= e_value; };
  const auto min_with = [&](double n) {
    spliced::score never = 0, always = spliced::score_limit;  // the E-value falls with the score
    while (always - never > 1) {
      const spliced::score middle = never + (always - never) / 2;
      (is_rare(middle, n) ? always : never) = middle;
    }
    return always;
  };
  spliced::score least = spliced::score_limit;
  for (const std::uint32_t n : lengths) {
    if (least == spliced::score_limit || is_rare(least - 1, n)) {
      const spliced::score found = min_with(n);
      // A sequence that cannot score so much has nothing to be found.
      if (found <= static_cast<double>(largest) * n) least = std::min(least, found);
    }
    if (n > longest_without_order && least < spliced::score_limit) break;
  }
  return least;
}

}  // namespace exonweave
