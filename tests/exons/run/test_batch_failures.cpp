// What fails while targets go in batches: which failure is told, what was handed on before it, and that all threads
// end.
#include <atomic>
#include <stdexcept>

#include "catch.hpp"
#include "exons/batch_engine.hpp"
#include "exons/run/small_job.hpp"

using namespace exonweave;
using exonweave::testing::batch_engine;
using exonweave::testing::equal_targets;
using exonweave::testing::small_job;

namespace {

// What was handed on before the failure, and that.
struct seen_run {
  std::vector<std::size_t> targets;
  std::string failure = "none";
};
seen_run watch(small_job& job, unsigned n_threads) {
  job.options.n_threads = n_threads;
  seen_run seen;
  try {
    predict_loci(job.input(), job.options, [&](locus_result&& result) { seen.targets.push_back(result.locus.target); });
  } catch (const std::exception& error) {
    seen.failure = error.what();
  }
  return seen;
}

}  // namespace

TEST_CASE("of targets that fail in batches the first by place counts, and all before it is handed on") {
  // Found when it is prepared, or when its pass is asked for.
  for (const std::size_t prepared : {17u, 19u})
    for (const unsigned n_threads : {1u, 2u, 4u}) {
      equal_targets job(40);
      job.targets.targets[prepared].residues = "AC!GAT";
      job.targets.targets[18].residues = "ACGGATT";
      job.targets.targets[33].residues = "ACGGATTT";
      batch_engine engine;
      engine.on_get = [](const auto& started) {
        if (started.input.target.size() != 6)
          throw std::runtime_error("pass of " + std::to_string(started.input.target.size()));
      };
      job.options.solver.engine = &engine;
      const auto seen = watch(job, n_threads);
      const std::size_t first = std::min<std::size_t>(prepared, 18);
      CHECK(seen.failure == (first == 18 ? "pass of 7" : "not an IUPAC base: '!'"));
      REQUIRE(seen.targets.size() == first);
      for (std::size_t n = 0; n < first; ++n) CHECK(seen.targets[n] == n);
    }
}

TEST_CASE("a target whose scores could leave 32 bits is left out by its name, and the others have their results") {
  equal_targets job(10);
  job.targets.targets[3].residues = std::string(40'000, 'A');
  job.options.scoring.gaps = {0, spliced::score_limit / 40'000};
  const batch_engine in_batches;
  if (GENERATE(false, true)) job.options.solver.engine = &in_batches;
  for (const unsigned n_threads : {1u, 2u}) {
    const auto results = job.run(n_threads);
    REQUIRE(results.size() == 10);
    for (const locus_result& each : results)
      CHECK(each.outcome == (each.locus.target == 3 ? locus_outcome::beyond_32_bits : locus_outcome::model));
    CHECK(results[3].too_large.value().what.starts_with("scores could leave 32 bits"));
    CHECK(results[3].too_large.value().got.starts_with("t3 on chr1:1-40"));
  }
}

TEST_CASE("an engine that fails to start a batch ends the run") {
  for (const unsigned n_threads : {1u, 3u}) {
    equal_targets job(60);
    batch_engine engine;
    engine.on_start = [&] {
      if (engine.batches.size() == 3) throw std::runtime_error("no device");
    };
    job.options.solver.engine = &engine;
    const auto seen = watch(job, n_threads);
    CHECK(seen.failure == "no device");
    CHECK(seen.targets.size() < 60);
  }
}

TEST_CASE("a run that is told to stop starts no further batch, wherever it was told") {
  for (const unsigned n_threads : {1u, 2u, 5u})
    for (const bool while_starting : {false, true}) {
      equal_targets job(200);
      run_control control;
      batch_engine engine;
      std::atomic<int> n_before = 0;
      if (while_starting)
        engine.on_start = [&] {
          if (engine.batches.size() == 3) control.stop();
          control.throw_if_stopped();
        };
      else
        engine.on_get = [&](const auto&) {
          if (++n_before == 20) control.stop();
          control.throw_if_stopped();
        };
      job.options.solver.engine = &engine;
      job.options.control = &control;
      const auto seen = watch(job, n_threads);
      CHECK(seen.failure == run_stopped().what());
      CHECK(seen.targets.size() < 30);
      CHECK(engine.batches.size() <= 4);
    }
}

TEST_CASE("a sink that fails ends a run in batches") {
  for (const unsigned n_threads : {1u, 3u}) {
    equal_targets job(60);
    const batch_engine engine;
    job.options.solver.engine = &engine;
    job.options.n_threads = n_threads;
    CHECK_THROWS_WITH(predict_loci(job.input(), job.options,
                                   [](const locus_result& result) {
                                     if (result.locus.target == 5) throw std::runtime_error("disk full");
                                   }),
                      "disk full");
    CHECK(engine.batches.size() < 60 * 2 / 7);
  }
}
