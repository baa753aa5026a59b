// Who does an engine's work, for what price, and how long that takes it.
#include <stdexcept>
#include <string_view>

#include "catch.hpp"
#include "exons/run/small_job.hpp"
#include "gpu/engines/engines.hpp"
#include "runtime_model/times/expected_times.hpp"

using namespace exonweave;
using exonweave::testing::plain_scoring;
using spliced::cost_unit;

TEST_CASE("an engine has the price of its own work, and of its substitute's where a scoring is out of its scope") {
  chain_scoring scoring = plain_scoring();
  REQUIRE(scoring.gaps.open == 0);
  for (const std::string_view name : {"simd", "cuda", "cuda-intra"}) CHECK(working_engine(name, scoring).name == name);
  scoring.gaps.open = 3;
  CHECK(working_engine("simd", scoring).name == "simd");
  CHECK(working_engine("cuda", scoring).name == "simd");
  CHECK(working_engine("cuda-intra", scoring).name == "cuda-intra");  // which refuses it
  CHECK_THROWS_AS(working_engine("fast", scoring), std::invalid_argument);
}

TEST_CASE("work of every engine is counted by one of the CPU with the same graphs and sweeps") {
  for (const spliced::engine_facts& each : gpu::known_engines().facts()) {
    INFO(each.name);
    const auto counting = make_counting_engine(each);
    CHECK_FALSE(counting->facts().is_of_gpu);
    CHECK(counting->facts().is_literal == each.is_literal);
    CHECK(counting->facts().may_sweep == each.may_sweep);
  }
  CHECK_THROWS_AS(make_counting_engine({.is_literal = true, .may_sweep = true}), std::invalid_argument);
}

TEST_CASE("cells of passes are those of a GPU where the engine has one, and cost a slower engine more") {
  spliced::cost_model machine;
  machine.seconds[cost_unit::cell] = 10;
  machine.seconds[cost_unit::device_cell] = 1;
  spliced::by_cost_unit work;
  work[cost_unit::cell] = 3;
  work[cost_unit::device_cell] = 2;
  CHECK(prices_for({}, machine).predict(work) == 30 + 20);
  CHECK(prices_for({.cell_cost = 4}, machine).predict(work) == 30 + 80);
  CHECK(prices_for({.is_of_gpu = true}, machine).predict(work) == 30 + 2);
}

TEST_CASE("threads share the pieces of a genome, and no more threads than there are") {
  CHECK(seconds_of_pieces(80, 20, 8) == 10);
  CHECK(seconds_of_pieces(80, 4, 8) == 20);
  CHECK(seconds_of_pieces(80, 0, 8) == 80);
}

TEST_CASE("threads share the work of a CPU, and at most as many as its engine says keep a GPU busy that has begun") {
  constexpr double start = 3;
  spliced::cost_model prices;
  prices.seconds[cost_unit::launch] = start;
  CHECK(seconds_on_threads({}, prices, 80, 8) == 10);
  CHECK(seconds_on_threads({.is_of_gpu = true}, prices, 80, 2) == Approx(start + 40));
  CHECK(seconds_on_threads({.is_of_gpu = true}, prices, 80, 8) == Approx(start + 20));
  CHECK(seconds_on_threads({.is_of_gpu = true, .max_threads = 1}, prices, 80, 8) == Approx(start + 80));
}
