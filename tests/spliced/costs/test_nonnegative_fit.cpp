// Nonnegative least squares: known solutions, borders, and fits of sums of very different sizes.
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "catch.hpp"
#include "spliced/costs/nonnegative_fit.hpp"

using namespace exonweave::spliced;

namespace {

struct sums {
  std::vector<std::array<double, 3>> predictors;
  std::vector<double> measured;

  [[nodiscard]] std::vector<fit_sample> samples() const {
    std::vector<fit_sample> made;
    for (std::size_t k = 0; k < measured.size(); ++k) made.push_back({predictors[k], measured[k]});
    return made;
  }
};

// Sums of a constant, and of two predictors over three orders of magnitude; `noise` is a factor's deviation.
sums made_sums(const std::array<double, 3>& coefficients, double noise) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> exponent(0, 3);
  std::normal_distribution<double> deviation(0, noise);
  sums made;
  for (int k = 0; k < 400; ++k) {
    made.predictors.push_back({1, std::pow(10, exponent(random)), std::pow(10, exponent(random))});
    made.measured.push_back(sum_of_products(coefficients, made.predictors.back()) * (1 + deviation(random)));
  }
  return made;
}

std::vector<double> solve(const std::vector<fit_sample>& samples) {
  normal_equations equations(samples.front().predictors.size());
  for (const fit_sample& each : samples) equations.add(each.predictors, each.measured, 1);
  return equations.solve_nonnegative();
}

}  // namespace

TEST_CASE("without borders in the way the fit is that of least squares") {
  const std::array<double, 2> a{1, 0}, b{1, 1}, c{1, 2};
  const auto x = solve({{a, 1}, {b, 2}, {c, 4}});  // the line 5/6 + 3/2 t
  CHECK(x[0] == Approx(5.0 / 6));
  CHECK(x[1] == Approx(1.5));
}

TEST_CASE("a coefficient that would be negative is 0, and the others are the best without it") {
  const std::array<double, 2> a{1, 0}, b{1, 1}, c{1, 2};
  const auto x = solve({{a, 4}, {b, 2}, {c, 1}});
  CHECK(x[0] == Approx(7.0 / 3));
  CHECK(x[1] == 0);
}

TEST_CASE("an unknown that occurs nowhere is 0, and so is all without samples") {
  const std::array<double, 2> a{0, 2}, b{0, 3};
  const auto x = solve({{a, 4}, {b, 6}});
  CHECK(x[0] == 0);
  CHECK(x[1] == Approx(2));
  CHECK(normal_equations(2).solve_nonnegative() == std::vector<double>(2, 0.0));
  CHECK(fit_relative({}, 1).empty());
}

TEST_CASE("a sample counts by its weight") {
  const std::array<double, 1> one{1};
  normal_equations equations(1);
  equations.add(one, 1, 3);
  equations.add(one, 5, 1);
  CHECK(equations.solve_nonnegative()[0] == Approx(2));
}

TEST_CASE("exact sums are found again, however they differ in size") {
  const std::array<double, 3> coefficients{5, 0, 0.25};
  const sums made = made_sums(coefficients, 0);
  const auto found = fit_relative(made.samples(), 1e-3);
  for (std::size_t k = 0; k < 3; ++k) CHECK(found[k] == Approx(coefficients[k]).margin(1e-6));
}

TEST_CASE("small sums count as much as large ones, and noise does not draw the fit down") {
  const std::array<double, 3> coefficients{20, 1, 0.25};
  const sums made = made_sums(coefficients, 0.3);
  const auto found = fit_relative(made.samples(), 1e-3);
  for (std::size_t k = 0; k < 3; ++k) CHECK(found[k] == Approx(coefficients[k]).epsilon(0.15));
}
