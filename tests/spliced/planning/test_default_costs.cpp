// Costs that come with the program: there for every engine, and in a sensible order.
#include "catch.hpp"
#include "spliced/engine/engine_registry.hpp"
#include "spliced/planning/default_costs.hpp"

using namespace exonweave::spliced;

namespace {

constexpr auto nucleotides = target_letters::nucleotides, amino_acids = target_letters::amino_acids;

// A target of 300 letters on a graph of 10,000 rows.
by_cost_unit usual_costs() {
  by_cost_unit costs;
  costs[cost_unit::result] = 1;
  costs[cost_unit::pass] = 1;
  costs[cost_unit::row] = 10'000;
  costs[cost_unit::cell] = 10'000 * 300;
  return costs;
}

}  // namespace

TEST_CASE("every engine has costs, with a range around 1 and errors below 1") {
  for (const std::string& engine : cpu_engines().names())
    for (const target_letters of : {nucleotides, amino_acids}) {
      const cost_model& model = default_cost_model(engine, of);
      INFO(engine);
      CHECK(model.predict(usual_costs()) > 0);
      CHECK(model.low < 1);
      CHECK(model.high > 1);
      CHECK(model.median_error < model.late_error);
      CHECK(model.late_error < 1);
      for (const double seconds : model.seconds.values) CHECK(seconds >= 0);
    }
}

TEST_CASE("vectors are faster than single cells") {
  for (const target_letters of : {nucleotides, amino_acids})
    CHECK(default_cost_model("simd", of).predict(usual_costs()) <
          default_cost_model("scalar", of).predict(usual_costs()));
}

TEST_CASE("an engine that is not known costs as much as simd") {
  CHECK(&default_cost_model("no such engine", nucleotides) == &default_cost_model("simd", nucleotides));
  CHECK(&default_cost_model("no such engine", amino_acids) == &default_cost_model("simd", amino_acids));
}
