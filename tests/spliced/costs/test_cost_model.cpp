// Seconds of units of work: predictions, fits, and the errors that they say of themselves.
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "catch.hpp"
#include "spliced/costs/cost_model.hpp"

using namespace exonweave::spliced;

namespace {

by_cost_unit costs_of(double results, double rows, double cells) {
  by_cost_unit costs;
  costs[cost_unit::result] = results;
  costs[cost_unit::row] = rows;
  costs[cost_unit::cell] = cells;
  return costs;
}

// Each off by a factor that is spread evenly over 1 +- `spread`.
std::vector<timed_costs> made_samples(std::size_t n, double spread) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> exponent(2, 5), off(1 - spread, 1 + spread);
  std::vector<timed_costs> samples;
  for (std::size_t k = 0; k < n; ++k) {
    const double rows = std::pow(10, exponent(random)), columns = std::pow(10, exponent(random) - 1);
    const by_cost_unit costs = costs_of(1, rows, rows * columns);
    samples.push_back({costs, (1e-4 + 2e-8 * rows + 1e-9 * rows * columns) * off(random)});
  }
  return samples;
}

}  // namespace

TEST_CASE("predicted seconds are those of all units") {
  cost_model model;
  model.seconds = costs_of(0.5, 0.01, 0.001);
  CHECK(model.predict(costs_of(1, 20, 300)) == Approx(0.5 + 0.2 + 0.3));
  CHECK(model.predict({}) == 0);
}

TEST_CASE("costs add up unit by unit") {
  by_cost_unit sum = costs_of(1, 2, 3);
  sum += costs_of(10, 20, 30);
  CHECK(sum == costs_of(11, 22, 33));
}

TEST_CASE("exact measurements are predicted exactly, and units that did not occur cost nothing") {
  const cost_model model = fit_costs(made_samples(100, 0));
  CHECK(model.seconds[cost_unit::result] == Approx(1e-4).epsilon(1e-3));
  CHECK(model.seconds[cost_unit::row] == Approx(2e-8).epsilon(1e-3));
  CHECK(model.seconds[cost_unit::cell] == Approx(1e-9).epsilon(1e-3));
  CHECK(model.seconds[cost_unit::edge] == 0);
  CHECK(model.late_error < 1e-3);
  CHECK(model.low == Approx(1).epsilon(1e-3));
  CHECK(model.high == Approx(1).epsilon(1e-3));
}

TEST_CASE("errors and range are those of samples that were held back") {
  const cost_model model = fit_costs(made_samples(1000, 0.4));
  CHECK(model.median_error == Approx(0.2).margin(0.03));  // half of an even spread of 0.4
  CHECK(model.late_error == Approx(0.36).margin(0.03));
  CHECK(model.low == Approx(1 - 0.36).margin(0.03));
  CHECK(model.high == Approx(1 + 0.36).margin(0.03));
}

TEST_CASE("a fit is the same every time, and of few samples one as well") {
  const auto samples = made_samples(50, 0.3);
  CHECK(fit_costs(samples).seconds == fit_costs(samples).seconds);
  CHECK(fit_costs({}).seconds == by_cost_unit{});
  const cost_model single = fit_costs(std::span(samples).first(1));
  CHECK(single.predict(samples[0].work) == Approx(samples[0].seconds));
  CHECK(single.low == 1);
  CHECK(single.late_error == 0);
}
