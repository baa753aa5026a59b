#include <stdexcept>

#include "catch.hpp"
#include "spliced/costs/known_engines.hpp"
#include "spliced/engines/engine_registry.hpp"

using namespace exonweave;
using spliced::cost_unit;

TEST_CASE("what is known of engines is what they say") {
  const auto engines = spliced::cpu_engines();
  std::size_t n_of_cpu = 0;
  for (const known_engine& each : known_engines()) {
    if (each.is_of_gpu) continue;
    INFO(each.name);
    ++n_of_cpu;
    CHECK(engines.make(each.name)->wants_literal_graph() == each.is_literal);
    CHECK(engines.make(each.name)->sweeps() == each.may_sweep);
  }
  CHECK(engines.names().size() == n_of_cpu);
  CHECK_THROWS_AS(known_engine_of("fast"), std::logic_error);
}

TEST_CASE("only the paper's accelerators are priced by its equations") {
  const auto has = [](const char* engine, cost_unit unit) {
    return known_engine_of(engine).priced.holds[static_cast<std::size_t>(unit)];
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
