// The Gumbel distribution and its fit.
#include <cmath>
#include <vector>

#include "base/statistics/score_law.hpp"
#include "catch.hpp"

using namespace exonweave;

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
