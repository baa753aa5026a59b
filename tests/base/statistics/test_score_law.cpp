// E-values of scores and scores of E-values, and how much of two sequences is left for alignments to end in.
#include <cmath>
#include <vector>

#include "base/statistics/score_law.hpp"
#include "catch.hpp"

using namespace exonweave;

namespace {

// Of BLOSUM62 where a gap of one residue costs 12 (scan_statistics.cpp).
constexpr score_law usual{
    0.267, 0.041, {1.9, 24 * (0.7916 - 1.9)}, {42.6028, 24 * (4.96466 - 42.6028)}, {43.6362, 24 * (4.96466 - 43.6362)}};

}  // namespace

TEST_CASE("in long sequences nothing is left out at their ends") {
  CHECK(usual.area(60, 1e7, 1e8) == Approx(1e15).epsilon(1e-4));
  CHECK(usual.e_value(60, 1e7, 1e8, 1e8) == Approx(usual.k * 1e15 * std::exp(-0.267 * 60)).epsilon(1e-4));
}

TEST_CASE("the area is what integrals over the lengths say") {
  // Lengths are normal: the mean of (m - length)+ and of (n - length)+, and the covariance where both are above 0.
  const double m = 250, n = 140;
  const int score = 50;
  const double length = 1.9 * score + 24 * (0.7916 - 1.9), variance = 42.6028 * score + 24 * (4.96466 - 42.6028);
  const double covariance = 43.6362 * score + 24 * (4.96466 - 43.6362);
  const auto integral = [&](double size, const auto& f) {
    double sum = 0;
    constexpr double step = 0.01;
    for (double x = length - 12 * std::sqrt(variance); x < size; x += step)
      sum += f(size - x) * std::exp(-(x - length) * (x - length) / (2 * variance)) * step;
    return sum / std::sqrt(2 * 3.14159265358979 * variance);
  };
  const auto left = [](double x) { return x; };
  const auto one = [](double) { return 1.0; };
  CHECK(usual.area(score, m, n) ==
        Approx(integral(m, left) * integral(n, left) + covariance * integral(m, one) * integral(n, one)).epsilon(1e-3));
}

TEST_CASE("without a growth of lengths all of m n is left") {
  const score_law plain{0.3, 0.1};
  CHECK(plain.area(100, 30, 40) == 1200);
  CHECK(plain.e_value(100, 30, 40, 4000) == Approx(0.1 * 30 * 4000 * std::exp(-30.0)));
}

TEST_CASE("E-values fall with the score, and lie above 0") {
  for (const double m : {1.0, 10.0, 100.0, 10000.0})
    for (const double n : {1.0, 30.0, 400.0, 30000.0})
      for (int score = 1; score < 2000; ++score) {
        CHECK(usual.e_value(score, m, n, 1e7) > usual.e_value(score + 1, m, n, 1e7));
        CHECK(usual.e_value(score, m, n, 1e7) > 0);
      }
}

TEST_CASE("E-values are those of the formula in 60 digits, down to the smallest") {
  CHECK(usual.e_value(1, 1, 30, 1e7) == Approx(4128553.17986));
  CHECK(usual.e_value(40, 100, 400, 1e7) == Approx(440.249297357));
  CHECK(usual.e_value(60, 100, 400, 1e7) == Approx(0.942065331884));
  CHECK(usual.e_value(100, 100, 400, 1e7) / 3.69764197414e-6 == Approx(1));
  CHECK(usual.e_value(200, 100, 30000, 1e7) / 1.23131692049e-19 == Approx(1));
  CHECK(usual.e_value(1000, 10000, 400, 1e7) / 8.0641940442e-121 == Approx(1));
}

TEST_CASE("bits are scores in a unit of their own") {
  CHECK(score_law{0.267, 0.041}.bits(506) == Approx(199.5).margin(0.05));
}

TEST_CASE("the score of an E-value has it, in whatever space") {
  for (const double space : {1.0, 1e6, 4e12})
    for (const double expected : {10.0, 1e-3, 1e-200})
      CHECK(usual.e_value(usual.score_of(expected, space), space) == Approx(expected));
}

// The Gumbel distribution and its fit.

namespace {

// Its own quantiles, one for each n-th part.
std::vector<double> even_sample(const gumbel& law, int n) {
  std::vector<double> sample;
  for (int k = 0; k < n; ++k) sample.push_back(law.location - std::log(-std::log((k + 0.5) / n)) / law.rate);
  return sample;
}

}  // namespace

TEST_CASE("a Gumbel distribution is fitted back from its quantiles, wherever it lies") {
  for (const gumbel& law : {gumbel{25, 0.3}, gumbel{-4000, 0.01}, gumbel{1e6, 7}}) {
    const auto fitted = fit_gumbel(even_sample(law, 1000));
    REQUIRE(fitted);
    CHECK(fitted->rate == Approx(law.rate).epsilon(0.01));
    CHECK(std::abs(fitted->location - law.location) < 0.01 / law.rate);
  }
}

TEST_CASE("no other rate or location makes a sample more likely than the fitted ones") {
  const std::vector<double> sample = {3, 4.5, 4.5, 7, 12, 5};
  const auto log_likelihood = [&](const gumbel& law) {
    double sum = 0;
    for (const double x : sample) {
      const double z = law.rate * (x - law.location);
      sum += std::log(law.rate) - z - std::exp(-z);
    }
    return sum;
  };
  const gumbel best = fit_gumbel(sample).value();
  for (const double step : {-0.01, 0.01}) {
    CHECK(log_likelihood({best.location + step, best.rate}) < log_likelihood(best));
    CHECK(log_likelihood({best.location, best.rate + step}) < log_likelihood(best));
  }
}

TEST_CASE("equal values have no Gumbel distribution") {
  CHECK_FALSE(fit_gumbel({}));
  CHECK_FALSE(fit_gumbel(std::vector<double>{4, 4, 4}));
  CHECK(fit_gumbel(std::vector<double>{4, 5}));
}
