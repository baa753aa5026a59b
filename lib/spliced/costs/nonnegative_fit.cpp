#include "spliced/costs/nonnegative_fit.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace exonweave::spliced {

double sum_of_products(std::span<const double> coefficients, std::span<const double> predictors) {
  assert(coefficients.size() == predictors.size());
  return std::inner_product(coefficients.begin(), coefficients.end(), predictors.begin(), 0.0);
}

void normal_equations::add(std::span<const double> predictors, double measured, double weight) {
  assert(predictors.size() == n_ && weight >= 0);
  for (std::size_t i = 0; i < n_; ++i) {
    right_[i] += weight * measured * predictors[i];
    for (std::size_t k = 0; k < n_; ++k) matrix_[i * n_ + k] += weight * predictors[i] * predictors[k];
  }
}

std::vector<double> normal_equations::solve_nonnegative() const {
  constexpr std::size_t max_rounds = 100'000;
  constexpr double still = 1e-10;  // of a coordinate's part in the fit

  // With unknowns in units in which A has ones on its diagonal, all steps are of one size.
  std::vector<double> unit(n_), scaled(n_ * n_), gradient(n_), x(n_);
  for (std::size_t i = 0; i < n_; ++i) unit[i] = std::sqrt(matrix_[i * n_ + i]);
  const auto inverse = [&](std::size_t i) { return unit[i] > 0 ? 1 / unit[i] : 0; };
  for (std::size_t i = 0; i < n_; ++i) {
    gradient[i] = -right_[i] * inverse(i);  // A x - b at x = 0
    for (std::size_t k = 0; k < n_; ++k) scaled[i * n_ + k] = matrix_[i * n_ + k] * inverse(i) * inverse(k);
  }
  for (std::size_t round = 0; round < max_rounds; ++round) {
    double largest_step = 0, largest = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      if (unit[i] == 0) continue;
      const double next = std::max(0.0, x[i] - gradient[i]);
      const double step = next - x[i];
      x[i] = next;
      largest = std::max(largest, next);
      largest_step = std::max(largest_step, std::abs(step));
      if (step == 0) continue;
      for (std::size_t k = 0; k < n_; ++k) gradient[k] += step * scaled[k * n_ + i];
    }
    if (largest_step <= still * largest) break;
  }
  for (std::size_t i = 0; i < n_; ++i) x[i] *= inverse(i);
  return x;
}

std::vector<double> fit_relative(std::span<const fit_sample> samples, double floor) {
  assert(floor > 0);
  constexpr int rounds = 12;
  constexpr double usual_error = 0.15;
  if (samples.empty()) return {};
  const std::size_t n = samples.front().predictors.size();
  std::vector<double> fitted;
  for (int round = 0; round < rounds; ++round) {
    normal_equations equations(n);
    for (const fit_sample& each : samples) {
      const double expected = fitted.empty() ? floor : std::max(floor, sum_of_products(fitted, each.predictors));
      const double off = std::abs(each.measured - expected) / expected;
      const double trust = fitted.empty() ? 1 : usual_error / std::max(usual_error, off);
      equations.add(each.predictors, each.measured, trust * (floor / expected) * (floor / expected));
    }
    fitted = equations.solve_nonnegative();
  }
  return fitted;
}

}  // namespace exonweave::spliced
