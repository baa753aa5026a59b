#include "exons/significance/composition.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "exons/sequences/residue_frequencies.hpp"
#include "spliced/scoring/alphabet.hpp"

namespace exonweave {
namespace {

using composition = std::array<double, n_kinds_of_residues>;  // residues, then shares

void count(char letter, composition& counts) {
  const auto code = spliced::amino_code(letter);
  if (code < counts.size()) ++counts[code];
}

composition shares_of(composition counts) {
  const double n = std::accumulate(counts.begin(), counts.end(), 0.0);
  for (double& each : counts) each /= n;
  return counts;
}

composition average_of(double n_residues) {
  const double n_all = std::accumulate(residue_frequencies.begin(), residue_frequencies.end(), 0.0);
  composition made;
  std::ranges::transform(residue_frequencies, made.begin(), [&](std::uint32_t n) { return n_residues * n / n_all; });
  return made;
}

// 0 where the scores have none: they are no losses in the mean, or never gains.
double lambda_of(const composition& in_target, const composition& in_model,
                 const spliced::substitution_matrix& scores) {
  std::map<spliced::score, double> chances;
  for (std::size_t b = 0; b < n_kinds_of_residues; ++b)
    for (std::size_t a = 0; a < n_kinds_of_residues; ++a)
      chances[scores(static_cast<spliced::residue_code>(b), static_cast<spliced::residue_code>(a))] +=
          in_model[b] * in_target[a];
  std::erase_if(chances, [](const auto& each) { return each.second == 0; });
  const auto sum = [&](const auto& value) {
    double total = 0;
    for (const auto& [score, chance] : chances) total += chance * value(score);
    return total;
  };
  if (chances.empty() || sum([](double score) { return score; }) >= 0 || chances.rbegin()->first <= 0) return 0;
  const auto grows = [&](double lambda) { return sum([&](double score) { return std::exp(lambda * score); }) > 1; };
  double low = 0, high = 1.0 / chances.rbegin()->first;
  while (!grows(high)) {
    low = high;
    high *= 2;
  }
  constexpr int halvings = 40;
  for (int n = 0; n < halvings; ++n) {
    const double middle = (low + high) / 2;
    (grows(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace

double composition_factor(const gene_model& model, std::string_view target,
                          const spliced::substitution_matrix& scores) {
  constexpr double least = 0.4, n_average = 50;
  if (model.kind != molecule::protein) return 1;
  composition in_target{}, in_model = average_of(n_average);
  for (const char residue : target) count(residue, in_target);
  for (const aligned_symbol& column : model.alignment.unpack())
    if (column.residue != 0 && !column.is_end) count(column.residue, in_model);
  if (std::ranges::max(in_target) == 0) return 1;
  const composition average = shares_of(average_of(n_average));
  const double usual = lambda_of(average, average, scores);
  if (usual == 0) return 1;
  const double ratio = lambda_of(shares_of(in_target), shares_of(in_model), scores) / usual;
  return std::clamp(ratio * ratio, least, 1.0);
}

}  // namespace exonweave
