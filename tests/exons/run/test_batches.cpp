// Targets in batches: the same results as one by one, whatever the batches are.
#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "catch.hpp"
#include "exons/batch_engine.hpp"
#include "exons/run/batch_queue.hpp"
#include "exons/run/locus_solver.hpp"
#include "exons/run/small_job.hpp"

using namespace exonweave;
using exonweave::testing::ample_memory;
using exonweave::testing::batch_engine;
using exonweave::testing::equal_targets;
using exonweave::testing::small_job;

namespace {

std::string random_bases(std::mt19937_64& random, std::size_t length) {
  std::string bases(length, 'A');
  for (char& base : bases) base = "ACGT"[random() % 4];
  return bases;
}

// Thirty targets on each of three regions: one has no candidates, one has them on one strand.
struct random_job : small_job {
  static constexpr std::size_t n_targets = 30;
  explicit random_job(std::uint64_t seed) : random_job(std::mt19937_64(seed)) {}

 private:
  explicit random_job(std::mt19937_64 random)
      : small_job(random_bases(random, 1200), random_places(random), random_targets(random)) {
    cases.clear();
    for (const interval region : {interval{0, 900}, interval{900, 1000}, interval{1000, 1200}})
      for (std::size_t target = 0; target < n_targets; ++target)
        for (const strand on : {strand::forward, strand::reverse}) cases.push_back({0, region, on, target});
    options.scoring.free_target_ends = true;
  }
  static std::vector<std::pair<interval, strand>> random_places(std::mt19937_64& random) {
    std::vector<std::pair<interval, strand>> places;
    for (int n = 0; n < 40; ++n) {
      const auto start = static_cast<std::int64_t>(random() % 850);
      places.push_back({{start, start + 10 + static_cast<std::int64_t>(random() % 40)},
                        random() % 2 == 0 ? strand::forward : strand::reverse});
    }
    places.push_back({{1050, 1090}, strand::reverse});
    return places;
  }
  static std::vector<std::string> random_targets(std::mt19937_64& random) {
    std::vector<std::string> targets;
    for (std::size_t n = 0; n < n_targets; ++n) targets.push_back(random_bases(random, 1 + random() % 100));
    targets[4] = "NNN";
    return targets;
  }
};

constexpr std::uint64_t seed = 11;
// Of 29 targets with letters: two strands of the first region, one of the third.
constexpr std::size_t n_searches = 29 * (2 + 1);

std::string failure_of(small_job& job, unsigned n_threads) {
  try {
    for (const locus_result& each : job.run(n_threads))
      if (each.too_large) return each.too_large->what;
  } catch (const std::exception& error) {
    return error.what();
  }
  return "none";
}

// The least that does for one target after the other.
std::uint64_t min_memory(small_job& job) {
  const batch_engine one_by_one("simd", 1);
  job.options.solver.engine = &one_by_one;
  const auto does = [&](std::uint64_t memory) {
    job.options.memory.usable = memory;
    return failure_of(job, 1) == "none";
  };
  std::uint64_t too_little = 0, enough = 1;
  for (; !does(enough); enough *= 2) too_little = enough;
  while (enough - too_little > 1) {
    const std::uint64_t middle = (too_little + enough) / 2;
    (does(middle) ? enough : too_little) = middle;
  }
  return enough;
}

}  // namespace

TEST_CASE("batches change nothing in the results, on however many threads") {
  for (const bool with_margins : {false, true}) {
    random_job job(seed);
    job.options.solver.n_chains = 3;
    job.options.solver.with_margins = with_margins;
    const auto expected = job.text(1);
    for (const std::size_t batch_size : {2u, 7u, 1000u})
      for (const unsigned n_threads : {1u, 2u, 5u}) {
        const batch_engine engine("simd", batch_size);
        job.options.solver.engine = &engine;
        CAPTURE(with_margins, batch_size, n_threads);
        CHECK(job.text(n_threads) == expected);
        CHECK(std::accumulate(engine.batches.begin(), engine.batches.end(), std::size_t{0}) ==
              n_searches * (with_margins ? 2 : 1));
        CHECK(engine.were_one_at_a_time);
        CHECK(engine.were_compiled);
        CHECK(engine.max_memory <= job.options.memory.usable / 3);
        // Once for each graph of a region and strand.
        CHECK(engine.n_compiled == 3 * (with_margins ? 2 : 1));
      }
  }
}

TEST_CASE("a batch has about as many alignments as the engine wants") {
  for (const unsigned n_threads : {1u, 2u, 5u}) {
    equal_targets job(100);
    const batch_engine engine;
    job.options.solver.engine = &engine;
    CHECK(job.run(n_threads).size() == 100);
    REQUIRE(engine.batches.size() > 10);
    CHECK(*std::ranges::max_element(engine.batches) <= 7 + 2 * n_threads);
    CHECK(std::ranges::all_of(engine.batches.begin(), engine.batches.end() - 1,
                              [](std::size_t size) { return size >= 7; }));
  }
}

TEST_CASE("targets on a strand without anything to align need no batch") {
  equal_targets job(20);
  job.candidates.exons.clear();
  const batch_engine engine;
  job.options.solver.engine = &engine;
  const auto results = job.run(2);
  REQUIRE(results.size() == 20);
  for (const auto& result : results) CHECK(result.outcome == locus_outcome::no_candidate);
  CHECK(engine.batches.empty());
}

TEST_CASE("a batch counts problems that its targets share once, and rows twice") {
  equal_targets job(2);
  const prediction_input input = job.input();
  locus_solver solver(input, job.options);
  strand_problems problems;
  std::vector<prepared_target> targets;
  for (const locus_target& each : split_by_target(job.cases))
    targets.push_back(solver.prepare(each, target_reading::nucleotides, problems, ample_memory));
  REQUIRE(targets.size() == 2);
  const std::uint64_t rows = 2 * targets[0].min_rows;
  const std::uint64_t of_problems = targets[0].strands[0].problem_bytes + targets[0].strands[1].problem_bytes;
  target_batch batch;
  CHECK(batch.bytes_of(targets[1]) == of_problems + rows);
  batch.add(std::move(targets[0]));
  CHECK(batch.bytes_of(targets[1]) == rows);
  batch.add(std::move(targets[1]));
  CHECK(batch.bytes() == of_problems + 2 * rows);
  CHECK(batch.n_jobs() == 4);
}

TEST_CASE("the seconds of a target are those of its stages, in a batch or alone") {
  equal_targets job(1);
  const prediction_input input = job.input();
  locus_solver solver(input, job.options);
  strand_problems problems;
  const locus_target requested = split_by_target(job.cases).front();
  prepared_target prepared = solver.prepare(requested, target_reading::nucleotides, problems, ample_memory);
  CHECK(prepared.seconds > 0);
  prepared.seconds += 100;
  target_batch batch;
  batch.add(std::move(prepared));
  std::vector<started_target> started = batch.start(solver.engine(), ample_memory);
  REQUIRE(started.size() == 1);
  CHECK(solver.finish(std::move(started.front())).seconds > 100);
  CHECK(solver.solve(requested, target_reading::nucleotides, problems, ample_memory).seconds > 0);
}

TEST_CASE("in little memory batches are small, in less targets are solved alone, and in too little none") {
  random_job job(seed);
  job.options.solver.with_margins = true;
  const auto expected = job.text(1);
  const std::uint64_t least = min_memory(job);
  for (const unsigned n_threads : {1u, 2u, 5u}) {
    std::set<bool> was_alone;
    std::set<std::size_t> n_batches;
    for (const std::uint64_t tenths : {10u, 33u, 60u, 200u, 1000u}) {
      const batch_engine engine("simd", 1000);
      job.options.solver.engine = &engine;
      job.options.memory.usable = least * tenths / 10;
      CAPTURE(n_threads, tenths);
      CHECK(job.text(n_threads) == expected);
      CHECK(engine.max_memory <= job.options.memory.usable / 3);
      const auto n_started = std::accumulate(engine.batches.begin(), engine.batches.end(), std::size_t{0});
      CHECK(n_started + engine.n_alone == 2 * n_searches);
      n_batches.insert(engine.batches.size());
      was_alone.insert(engine.n_alone > 0);
    }
    CHECK(n_batches.size() > 3);
    CHECK(was_alone.size() == 2);
    const batch_engine engine;
    job.options.solver.engine = &engine;
    job.options.memory.usable = least - 1;
    CHECK(failure_of(job, n_threads) != "none");
    job.options.memory.usable = ample_memory;
    job.options.memory.max_alone = least - 1;  // and what a batch has room for does not decide it
    CHECK(failure_of(job, n_threads) != "none");
    job.options.memory.max_alone = least;
    CHECK(job.text(n_threads) == expected);
    job.options.memory.max_alone = 0;
  }
}

TEST_CASE("a target that fills a whole batch is in one, a larger one in none") {
  random_job job(seed);
  const auto expected = job.text(1);
  batch_engine engine("simd", 1000);
  job.options.solver.engine = &engine;
  const prediction_input input = job.input();
  locus_solver solver(input, job.options);
  strand_problems problems;
  std::uint64_t most = 0;
  for (const locus_target& each : split_by_target(job.cases))
    if (each.place < random_job::n_targets)
      most = std::max(
          most, target_batch().bytes_of(solver.prepare(each, target_reading::nucleotides, problems, ample_memory)));
  for (const unsigned n_threads : {1u, 2u, 5u}) {
    CAPTURE(n_threads);
    engine.n_alone = 0;
    job.options.memory.usable = 3 * most;
    CHECK(job.text(n_threads) == expected);
    CHECK(engine.n_alone == 0);
    job.options.memory.usable = 3 * most - 3;
    CHECK(job.text(n_threads) == expected);
    CHECK(engine.n_alone > 0);
  }
}

TEST_CASE("a target whose rows turn out not to fit in a batch is solved alone") {
  random_job job(seed);
  const auto expected = job.text(1);
  for (const unsigned n_threads : {1u, 2u, 5u}) {
    batch_engine engine;
    engine.on_get = [](const auto& started) {
      if (started.input.target.size() % 3 == 0) throw memory_exceeded(started.memory + 1, started.memory);
    };
    job.options.solver.engine = &engine;
    CHECK(job.text(n_threads) == expected);
    CHECK(engine.n_alone > 10);
  }
}

TEST_CASE("all planned cells are counted when batches are done, of targets done twice as well") {
  random_job job(seed);
  job.options.solver.with_margins = true;
  for (const unsigned n_threads : {1u, 3u}) {
    batch_engine engine;
    engine.on_get = [](const auto& started) {
      if (started.input.target.size() % 2 == 0) throw memory_exceeded(started.memory + 1, started.memory);
    };
    run_control control;
    job.options.solver.engine = &engine;
    job.options.control = &control;
    job.run(n_threads);
    CHECK(control.cells() == count_planned_cells(job.input(), job.options));
  }
}
