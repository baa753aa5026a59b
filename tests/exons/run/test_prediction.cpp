// The main job: every locus solved, with results that depend on neither threads nor chance.
#include <atomic>
#include <random>
#include <tuple>

#include "catch.hpp"
#include "exons/batch_engine.hpp"
#include "exons/run/region_maker.hpp"
#include "exons/run/small_job.hpp"
#include "seed.hpp"

using namespace exonweave;
using exonweave::testing::batch_engine;
using exonweave::testing::both_engines;
using exonweave::testing::small_job;

namespace {

std::string random_bases(std::mt19937_64& random, std::size_t length) {
  std::string bases(length, 'A');
  for (char& base : bases) base = "ACGT"[random() % 4];
  return bases;
}

std::string failure_of(small_job& job, unsigned n_threads) {
  try {
    for (const locus_result& each : job.run(n_threads))
      if (each.too_large) return each.too_large->what;
  } catch (const std::exception& error) {
    return error.what();
  }
  return "none";
}

//                          0         10        20        30
const std::string genomic = "TTTTTTTTTTACGGATTTTTTTTTTATCCGTTTTTTTTTT";  // ACGGAT, and ATCCGT: its complement
constexpr interval forward_copy{10, 16};
constexpr interval reverse_copy{25, 31};

}  // namespace

TEST_CASE("of the two strands the one with the better score has the model") {
  small_job job(genomic, {{{10, 15}, strand::forward}, {reverse_copy, strand::reverse}}, {"ACGGAT"});
  job.use(GENERATE(from_range(both_engines)));
  const auto results = job.run();
  REQUIRE(results.size() == 1);
  CHECK(results[0].outcome == locus_outcome::model);
  CHECK(results[0].locus.on == strand::reverse);
  CHECK(results[0].best_score == 12);
  CHECK(results[0].n_candidates == 2);
  REQUIRE(results[0].models.size() == 1);
  CHECK(results[0].models[0].on == strand::reverse);
  CHECK(results[0].models[0].exons.at(0).where == reverse_copy);
  CHECK(results[0].tried == std::vector<strand>{strand::forward, strand::reverse});
  CHECK(results[0].work.eq3_cells == 6 * (5 + 6));
}

TEST_CASE("of strands with equal scores the forward one has the model") {
  small_job job(genomic, {{forward_copy, strand::forward}, {reverse_copy, strand::reverse}}, {"ACGGAT"});
  job.use(GENERATE(from_range(both_engines)));
  const auto results = job.run();
  REQUIRE(results.size() == 1);
  CHECK(results[0].locus.on == strand::forward);
  CHECK(results[0].best_score == 12);
  CHECK(results[0].models.at(0).exons.at(0).where == forward_copy);
}

TEST_CASE("a locus whose region holds no candidate has no model and says so") {
  small_job job(genomic, {{forward_copy, strand::forward}}, {"ACGGAT"});
  job.use(GENERATE(from_range(both_engines)));
  job.cases = {{0, {20, 40}, strand::forward, 0}, {0, {20, 40}, strand::reverse, 0}};
  const auto results = job.run();
  REQUIRE(results.size() == 1);
  CHECK(results[0].outcome == locus_outcome::no_candidate);
  CHECK(results[0].models.empty());
  CHECK(results[0].n_candidates == 0);
  CHECK(results[0].locus == job.cases[0]);
  CHECK_FALSE(spliced::is_reachable(results[0].best_score));
}

TEST_CASE("a chain below the least score asked for is no model, one that reaches it is") {
  small_job job(genomic, {{forward_copy, strand::forward}}, {"ACGGAT"});
  job.use(GENERATE(from_range(both_engines)));
  job.options.min_score = 13;
  CHECK(job.run().at(0).outcome == locus_outcome::below_min_score);
  CHECK(job.run().at(0).models.empty());
  CHECK(job.run().at(0).best_score == 12);
  job.options.min_score = 12;
  CHECK(job.run().at(0).outcome == locus_outcome::model);
}

TEST_CASE("of strands with equal scores below the least the forward one is told") {
  small_job job(genomic, {{forward_copy, strand::forward}, {reverse_copy, strand::reverse}}, {"ACGGAT"});
  job.use(GENERATE(from_range(both_engines)));
  job.options.min_score = 13;
  const auto results = job.run();
  CHECK(results.at(0).outcome == locus_outcome::below_min_score);
  CHECK(results.at(0).best_score == 12);
  CHECK(results.at(0).locus.on == strand::forward);
}

TEST_CASE("alternatives come with the best chain, from its strand") {
  small_job job(genomic,
                {{forward_copy, strand::forward}, {{11, 16}, strand::forward}, {reverse_copy, strand::reverse}},
                {"ACGGAT"});
  job.use(GENERATE(from_range(both_engines)));
  job.options.solver.n_chains = 3;
  const auto models = job.run().at(0).models;
  REQUIRE(models.size() == 2);
  CHECK(models[0].score == 12);
  CHECK(models[1].score == 10 - 3);
  CHECK(models[1].on == strand::forward);
}

TEST_CASE("types are charged for targets that are whole coding sequences alone") {
  small_job job("TTATGTAATT", {{{2, 8}, strand::forward}}, {"ATGTAA", "ATGTAT"});
  job.use(GENERATE(from_range(both_engines)));
  job.candidates.exons[0].type = exon_type::internal;
  job.options.candidates.type_mismatch = 5;
  const auto results = job.run();
  CHECK(results.at(0).best_score == 12 - 2 * 5);
  CHECK(results.at(1).best_score == 10 - 2);
}

TEST_CASE("the number of threads changes nothing in the results") {
  const std::uint64_t seed = testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  std::vector<std::pair<interval, strand>> places;
  for (int n = 0; n < 40; ++n) {
    const auto start = static_cast<std::int64_t>(random() % 900);
    places.push_back({{start, start + 10 + static_cast<std::int64_t>(random() % 40)},
                      random() % 2 == 0 ? strand::forward : strand::reverse});
  }
  std::vector<std::string> targets;
  for (int n = 0; n < 30; ++n) targets.push_back(random_bases(random, 1 + random() % 100));
  small_job job(random_bases(random, 1000), places, targets);
  job.use(GENERATE(from_range(both_engines)));
  job.options.solver.n_chains = 3;
  job.options.scoring.free_target_ends = true;
  const auto alone = job.text(1);
  CHECK(job.run().size() == 30);
  for (const unsigned n_threads : {0u, 2u, 5u, 64u}) CHECK(job.text(n_threads) == alone);
}

TEST_CASE("the first locus that fails is the one that is told, whichever fails sooner") {
  const auto found_late = [](std::size_t length, char wrong) { return std::string(length, 'A') + wrong; };
  for (const bool first_is_later : {false, true}) {
    std::vector<std::string> targets(40, "ACGGAT");
    targets[7] = found_late(first_is_later ? 6000000 : 1000000, '!');
    targets[8] = found_late(first_is_later ? 1000000 : 6000000, '?');  // under way when the other one fails
    targets[20] = "?";
    small_job job(genomic, {{forward_copy, strand::forward}}, targets);
    for (const unsigned n_threads : {1u, 2u, 4u})
      for (int n = 0; n < 4; ++n) CHECK(failure_of(job, n_threads) == "not an IUPAC base: '!'");
  }
}

TEST_CASE("the problems of both strands are held while either is aligned") {
  const std::string target(2000, 'A');  // its rows take more than to make a problem does
  small_job alone(genomic, {{forward_copy, strand::forward}}, {target});
  small_job both(genomic, {{forward_copy, strand::forward}, {reverse_copy, strand::reverse}}, {target});
  const auto min_memory = [](small_job& job) {
    std::uint64_t too_little = 0, enough = 1 << 24;  // bytes
    while (too_little + 1 < enough) {
      job.options.memory.usable = (too_little + enough) / 2;
      (failure_of(job, 1) == "none" ? enough : too_little) = job.options.memory.usable;
    }
    return enough;
  };
  const prediction_input input = both.input();
  region_maker maker(input, both.options);
  const auto other_strand = maker.make_problem(both.cases.at(1), target_reading::nucleotides, both.options.solver,
                                               memory_budget(both.options.memory));
  CHECK(min_memory(both) == min_memory(alone) + other_strand->bytes(false));
}

TEST_CASE("threads without a result take no part of the memory") {
  small_job job(genomic, {{forward_copy, strand::forward}}, {std::string(2000, 'A')});
  const batch_engine engine("simd", 1);
  job.options.solver.engine = &engine;
  job.options.memory.usable = 1 << 19;  // bytes: a fourth of it does not do
  CHECK(job.run(4).at(0).outcome != locus_outcome::too_large);
  CHECK(engine.n_compiled == 1);  // nothing was tried in vain
}

TEST_CASE("what memory does for one thread does for any number of threads") {
  small_job job(genomic, {{forward_copy, strand::forward}}, {"ACGGAT"});
  constexpr std::uint64_t row = 7 * sizeof(spliced::score);  // of six target symbols
  job.options.memory.usable = row;
  while (failure_of(job, 1) != "none") job.options.memory.usable += row;
  const std::uint64_t enough = job.options.memory.usable;
  for (const char* name : {"t1", "t2", "t3"}) job.targets.targets.push_back({name, "ACGGAT", 1});
  job.cases = make_cases(job.sequences.catalog(), job.targets, std::nullopt, &job.candidates);
  for (const unsigned n_threads : {1u, 2u, 16u}) {
    job.options.memory.usable = enough;  // a thread's share is too little: such loci are solved one after the other
    CHECK(failure_of(job, n_threads) == "none");
    job.options.memory.usable = enough - row;
    CHECK(failure_of(job, n_threads) != "none");
  }
  for (const unsigned n_threads : {1u, 2u, 16u})
    for (const std::uint64_t of_all : {1u, 4u, 100u}) {  // what one target may have decides, whatever a share would be
      job.options.memory.usable = of_all * enough;
      job.options.memory.max_alone = enough;
      CHECK(failure_of(job, n_threads) == "none");
      job.options.memory.max_alone = enough - row;
      CHECK(failure_of(job, n_threads) != "none");
    }
}
