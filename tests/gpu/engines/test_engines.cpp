// What is known of engines without making them: with and without a GPU.
#include <stdexcept>
#include <string>
#include <vector>

#include "catch.hpp"
#include "gpu/engines/engines.hpp"

using namespace exonweave;
using gpu::known_engines;

TEST_CASE("engines of the CPU come first, the fastest first of each kind, and each is made by its name") {
  CHECK(known_engines().names() == std::vector<std::string>{"simd", "sequential", "cuda", "cuda-inter", "cuda-intra"});
  for (const spliced::engine_facts& each : known_engines().facts())
    if (!each.is_of_gpu) CHECK(known_engines().make(each.name)->name() == each.name);
  CHECK(known_engines().find("fast") == nullptr);
  CHECK_THROWS_AS(known_engines().facts_of("fast"), std::invalid_argument);
}

TEST_CASE("what an engine leaves to another one is left to one of the CPU that takes everything") {
  for (const spliced::engine_facts& each : known_engines().facts()) {
    if (each.substitute.empty()) continue;
    INFO(each.name);
    const spliced::engine_facts& other = known_engines().facts_of(each.substitute);
    CHECK_FALSE(other.is_of_gpu);
    CHECK(other.substitute.empty());
    CHECK(other.weighs_gaps);
    for (const bool limit :
         {other.scope.nucleotides_alone, other.scope.linear_gaps_alone, other.scope.candidates_alone})
      CHECK_FALSE(limit);
  }
}

TEST_CASE("the first engine that auto may take is one of the CPU that takes everything") {
  const auto* const usual = known_engines().find_if([](const auto& each) { return each.is_automatic; });
  REQUIRE(usual != nullptr);
  CHECK(usual->name == "simd");
  CHECK_FALSE(usual->is_of_gpu);
  CHECK(usual->scope.takes(spliced::work_kind::protein_on_blocks));
}

TEST_CASE("engines of GPUs say how many alignments fill a launch, and those of the CPU have none") {
  for (const spliced::engine_facts& each : known_engines().facts()) CHECK((each.jobs_at_once > 1) == each.is_of_gpu);
}
