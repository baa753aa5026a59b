// Least squares with coefficients that are not negative: what a unit of work costs, from many measured sums of units.
// For few unknowns (a dozen), and any number of samples.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace exonweave::spliced {

/// The sums that a weighted least-squares fit needs of its samples: A = sum w f f', b = sum w y f.
class normal_equations {
 public:
  explicit normal_equations(std::size_t n_unknowns)
      : n_(n_unknowns), matrix_(n_unknowns * n_unknowns), right_(n_unknowns) {}

  /// `predictors` are [n_unknowns]; `weight` is not negative.
  void add(std::span<const double> predictors, double measured, double weight);

  /// The x >= 0 that minimises x' A x / 2 - b' x: sequential coordinate-wise steps, each the exact minimum along its
  /// coordinate, until none moves any more (Franc, Hlavac and Navara 2005, algorithm 1). Unknowns whose predictors were
  /// all 0 are 0.
  [[nodiscard]] std::vector<double> solve_nonnegative() const;

 private:
  std::size_t n_;
  std::vector<double> matrix_;  // A, [n][n]
  std::vector<double> right_;   // b, [n]
};

/// A sum that was measured, and of what.
struct fit_sample {
  std::span<const double> predictors;  // as many in each sample
  double measured = 0;                 // not negative
};

/// Nonnegative coefficients for which fitted sums are off by small parts of themselves: each sample is weighted by
/// 1 / max(fitted, floor)^2, where `fitted` is that of the round before; in the first round all weigh the same. Not by
/// what was measured: samples that came out low by chance would draw the fit down. One that is off by more than 15% of
/// that counts with its distance, not the square of it (Huber 1964): clocks are stopped by other programs, and are
/// never fast. `floor` > 0, in the unit of what is measured: below it samples are noise.
std::vector<double> fit_relative(std::span<const fit_sample> samples, double floor);

/// sum of coefficients times predictors.
double sum_of_products(std::span<const double> coefficients, std::span<const double> predictors);

}  // namespace exonweave::spliced
