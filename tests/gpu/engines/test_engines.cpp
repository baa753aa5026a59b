// What is known of engines without making them: with and without a GPU.
#include <stdexcept>
#include <string>
#include <vector>

#include "catch.hpp"
#include "gpu/engines/engines.hpp"

using namespace exonweave;
using gpu::known_engines;
using spliced::cost_unit;

TEST_CASE("engines of the CPU come first, the fastest first of each kind, and each is made by its name") {
  CHECK(known_engines().names() ==
        std::vector<std::string>{"simd", "scalar", "sequential", "cuda", "cuda-inter", "cuda-intra"});
  for (const spliced::engine_facts& each : known_engines().facts())
    if (!each.is_of_gpu) CHECK(known_engines().make(each.name)->name() == each.name);
  CHECK(known_engines().find("fast") == nullptr);
  CHECK_THROWS_AS(known_engines().facts_of("fast"), std::invalid_argument);
}

TEST_CASE("only the paper's accelerators are priced by its equations") {
  const auto has = [](const char* engine, cost_unit unit) {
    return known_engines().facts_of(engine).priced.holds[static_cast<std::size_t>(unit)];
  };
  for (const char* engine : {"simd", "scalar", "sequential", "cuda"})
    for (const cost_unit unit : {cost_unit::diagonal, cost_unit::group_diagonal, cost_unit::exon, cost_unit::group})
      CHECK_FALSE(has(engine, unit));
  CHECK(has("cuda-intra", cost_unit::diagonal));
  CHECK_FALSE(has("cuda-intra", cost_unit::group_diagonal));
  CHECK(has("cuda-inter", cost_unit::group_diagonal));
  CHECK_FALSE(has("cuda-inter", cost_unit::diagonal));
  CHECK(has("sequential", cost_unit::far_join_cell));
  CHECK_FALSE(has("simd", cost_unit::far_join_cell));
}

TEST_CASE("calibrate has all of its time for the engines of each kind of device") {
  double of_cpu = 0, of_gpu = 0;
  for (const spliced::engine_facts& each : known_engines().facts())
    (each.is_of_gpu ? of_gpu : of_cpu) += each.trial_share;
  CHECK(of_cpu == Approx(1));
  CHECK(of_gpu == Approx(1));
}
