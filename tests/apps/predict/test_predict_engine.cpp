// What is said of engines: that one takes no such scoring, and that a GPU has failed.
#include <cstdio>
#include <set>
#include <string>

#include "catch.hpp"
#include "cli/failures.hpp"
#include "cli/process.hpp"
#include "contains.hpp"
#include "exons/scoring/scoring_file.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/engines/engines.hpp"
#include "predict/predict_engine.hpp"
#include "spliced/engines/engine_registry.hpp"

using namespace exonweave;
using namespace exonweave::apps;
using exonweave::testing::contains;

namespace {

// Takes linear gaps alone.
class choosy_engine final : public spliced::engine {
 public:
  [[nodiscard]] const spliced::engine_facts& facts() const override {
    static const spliced::engine_facts known{.name = "choosy"};
    return known;
  }
  [[nodiscard]] std::string refusal(const spliced::problem& p) const override {
    return p.gaps.open == 0 ? "" : "it takes linear gaps only";
  }
  [[nodiscard]] std::unique_ptr<spliced::row_pass> align(const spliced::alignment_job&) const override {
    return nullptr;
  }
  [[nodiscard]] std::uint64_t min_memory(const spliced::alignment_job&) const override { return 0; }
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
  CHECK_THROWS_WITH(check_scoring(choosy_engine(), scoring), contains("--engine choosy: it takes linear gaps only") &&
                                                                 contains("--engine auto takes everything"));
}

TEST_CASE("auto asks for no times where there is little work, or parts that are put together") {
  report problems;
  engine_warnings warnings;
  predict_inputs read{.sequences = genome::open(EXONWEAVE_SOURCE_DIR "/test-data/tiny/genome.fa", problems)};
  read.rules.models.base.blocks = block_mode::add;
  read.cases.emplace();
  const placed_run run{read};
  const auto never = []() -> engine_seconds { throw std::logic_error("asked for"); };
  CHECK(choose_engine(run, warnings, never)->name() == "simd");
  read.targets.targets = {{"t", std::string(1'000'000, 'A'), 1}};
  read.cases->assign(1'000, {0, {0, 10'000}, strand::forward, 0});
  read.rules.is_merge = true;
  CHECK(choose_engine(run, warnings, never)->name() == "simd");
  read.rules.engine.name = "sequential";
  CHECK(choose_engine(run, warnings, never)->name() == "sequential");
}

TEST_CASE("GPUs are chosen for engines that take them, and for no others") {
  for (const char* engine : {"auto", "simd", "cuda-intra", "fast"}) {
    INFO(engine);
    const engine_request requested{engine, {0}};
    CHECK_FALSE(takes_devices(requested));
    CHECK_THROWS_WITH(check_engine(requested),
                      contains("numbers of GPUs without an engine that takes them") && contains("need cuda"));
  }
  CHECK(takes_devices({"cuda", {0}}));
}

TEST_CASE("an engine that is not known is refused with those that are") {
  CHECK_THROWS_WITH(check_engine({"fast"}), contains("unknown engine") && contains("one of auto, simd, sequential"));
}

TEST_CASE("each thread has the memory that its engine is worth") {
  predict_options options;
  options.role.is_estimate = true;  // of a machine with more threads than this one
  options.threads = {.of_run = 8, .here = 1};
  constexpr std::uint64_t gib = std::uint64_t{1} << 30;
  for (const char* engine : {"auto", "simd", "sequential", "cuda-inter"}) {
    options.engine.name = engine;
    CHECK(memory_terms_of(options).usual_for_graphs == 8 * gib);
  }
  options.engine.name = "cuda";
  CHECK(memory_terms_of(options).usual_for_graphs == 8 * 4 * gib);
  options.memory = 5;
  CHECK(run_rules{.memory = memory_terms_of(options)}.max_memory() == 5);
}

TEST_CASE("a GPU that fails an engine of its own ends the run with 69") {
  try {
    throw gpu::device_failure("a launch: unspecified launch failure (cudaErrorLaunchFailure)");
  } catch (...) {
    CHECK(explain_current_exception() == exit_no_device);
  }
}

TEST_CASE("help says what auto takes, which engines take GPUs, and what memory threads have with each") {
  CHECK(automatic_engine_words() == "simd, or cuda where that is faster");
  CHECK(device_engine_words() == "cuda");
  CHECK(thread_memory_words() == "1G per thread, with cuda 4G");
}
