// Seconds of units of work: predictions, fits, and the errors that they say of themselves.
#include <cmath>
#include <random>
#include <vector>

#include "catch.hpp"
#include "spliced/costs/cost_model.hpp"

using namespace exonweave::spliced;

namespace {

by_cost_unit costs_of(double results, double bases, double cells) {
  by_cost_unit costs;
  costs[cost_unit::result] = results;
  costs[cost_unit::base] = bases;
  costs[cost_unit::cell] = cells;
  return costs;
}

// Each off by a factor that is spread evenly over 1 +- `spread`.
std::vector<timed_costs> made_samples(std::size_t n, double spread) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> exponent(2, 5), off(1 - spread, 1 + spread);
  std::vector<timed_costs> samples;
  for (std::size_t k = 0; k < n; ++k) {
    const double bases = std::pow(10, exponent(random)), columns = std::pow(10, exponent(random) - 1);
    samples.push_back(
        {costs_of(1, bases, bases * columns), (1e-4 + 2e-8 * bases + 1e-9 * bases * columns) * off(random)});
  }
  return samples;
}

}  // namespace

TEST_CASE("predicted seconds are those of all units") {
  const cost_model model{.seconds = costs_of(0.5, 0.01, 0.001)};
  CHECK(model.predict(costs_of(1, 20, 300)) == Approx(0.5 + 0.2 + 0.3));
  CHECK(model.predict({}) == 0);
}

TEST_CASE("costs add up unit by unit") {
  by_cost_unit sum = costs_of(1, 2, 3);
  sum += costs_of(10, 20, 30);
  CHECK(sum == costs_of(11, 22, 33));
  CHECK(sum.add(costs_of(1, 1, 1), 2) == costs_of(13, 24, 35));
}

TEST_CASE("exact measurements are predicted exactly, and units that did not occur keep what they cost") {
  cost_model known;
  known.seconds[cost_unit::result] = known.seconds[cost_unit::launch] = 7;
  const cost_model model = fit_costs(made_samples(100, 0), known);
  CHECK(model.seconds[cost_unit::result] == Approx(1e-4).epsilon(1e-3));
  CHECK(model.seconds[cost_unit::base] == Approx(2e-8).epsilon(1e-3));
  CHECK(model.seconds[cost_unit::cell] == Approx(1e-9).epsilon(1e-3));
  CHECK(model.seconds[cost_unit::launch] == 7);
  CHECK(model.median_error < 1e-3);
  CHECK(model.low == Approx(1).epsilon(1e-3));
  CHECK(model.high == Approx(1).epsilon(1e-3));
}

TEST_CASE("error and range are those of the samples") {
  const cost_model model = fit_costs(made_samples(1000, 0.4), {});
  CHECK(model.median_error == Approx(0.2).margin(0.03));  // half of an even spread of 0.4
  CHECK(model.low == Approx(1 - 0.36).margin(0.03));
  CHECK(model.high == Approx(1 + 0.36).margin(0.03));
}

TEST_CASE("a fit is the same every time, and of few samples one as well") {
  const auto samples = made_samples(50, 0.3);
  CHECK(fit_costs(samples, {}).seconds == fit_costs(samples, {}).seconds);
  CHECK(fit_costs({}, {}).seconds == by_cost_unit{});
  const cost_model single = fit_costs(std::span(samples).first(1), {});
  CHECK(single.predict(samples[0].work) == Approx(samples[0].seconds));
  CHECK(single.low == 1);
  CHECK(single.median_error == 0);
}
