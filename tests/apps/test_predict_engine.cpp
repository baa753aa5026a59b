// What is said of engines: that one takes no such scoring, what they told while they worked, and that a GPU has failed.
#include <cstdio>

#include "catch.hpp"
#include "contains.hpp"
#include "exit_codes.hpp"
#include "exons/scoring/scoring_file.hpp"
#include "failures.hpp"
#include "gpu/device_failure.hpp"
#include "predict_engine.hpp"
#include "spliced/engine/engine.hpp"

using namespace exonweave;
using namespace exonweave::apps;
using exonweave::testing::contains;

namespace {

// Takes linear gaps alone.
class choosy_engine final : public spliced::engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "choosy"; }
  [[nodiscard]] std::string refusal(const spliced::problem& p) const override {
    return p.gaps.open == 0 ? "" : "it takes linear gaps only";
  }
  [[nodiscard]] std::unique_ptr<spliced::row_pass> align(const spliced::alignment_job&) const override {
    return nullptr;
  }
  [[nodiscard]] std::uint64_t least_memory(const spliced::alignment_job&) const override { return 0; }
};

chain_scoring scoring_of(const char* preset) {
  const scoring_options options = *preset_scoring(preset, molecule::dna);
  return make_chain_scoring(options, dna_substitution(options), nullptr);
}

}  // namespace

TEST_CASE("an engine that takes no such scoring is refused with its words") {
  chain_scoring scoring = scoring_of("paper");
  CHECK_NOTHROW(check_scoring(choosy_engine(), scoring));
  scoring.gaps.open = 3;
  CHECK_THROWS_AS(check_scoring(choosy_engine(), scoring), bad_usage);
  CHECK_THROWS_WITH(
      check_scoring(choosy_engine(), scoring),
      contains("--engine choosy: it takes linear gaps only") && contains("--engine auto takes everything"));
}

TEST_CASE("auto takes the engine that is expected to be faster, the CPU's where both are equal") {
  const choosy_engine on_cpu, on_gpu;
  double of_cpu = 2, of_gpu = 3;
  const run_seconds seconds_of = [&](const spliced::engine& engine) {
    return &engine == &on_cpu ? of_cpu : of_gpu;
  };
  CHECK(&faster(on_cpu, on_gpu, seconds_of) == &on_cpu);
  of_gpu = 2;
  CHECK(&faster(on_cpu, on_gpu, seconds_of) == &on_cpu);
  of_gpu = 1.9;
  CHECK(&faster(on_cpu, on_gpu, seconds_of) == &on_gpu);
}

TEST_CASE("what engines tell while they work is told once, with how often") {
  engine_warnings warnings;
  for (int k = 0; k < 3; ++k) warnings.add("a launch: the device is lost");
  warnings.add("no room for rows");
  report problems;
  warnings.tell(problems);
  REQUIRE(problems.warnings().size() == 2);
  CHECK_THAT(problems.warnings().front(), contains("the device is lost") && contains("2 more"));
}

TEST_CASE("a GPU that fails an engine of its own ends the run with 69") {
  try {
    throw gpu::device_failure("a launch: unspecified launch failure (cudaErrorLaunchFailure)");
  } catch (...) {
    CHECK(explain_current_exception() == exit_no_device);
  }
}
