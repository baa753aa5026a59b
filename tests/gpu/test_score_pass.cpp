// The best ends that a device finds, beside the oracle: at the edges of words, lanes and tiles, in lanes of 16 bits and of 32.
// Without a usable GPU there is nothing to compare.
#include <algorithm>
#include <array>
#include <memory>

#include "catch.hpp"
#include "gpu/device_failure.hpp"
#include "gpu/devices.hpp"
#include "gpu/schedule/score_pass.hpp"
#include "gpu/weighted_exons.hpp"
#include "spliced/aligned.hpp"

namespace exonweave::testing {
namespace {

using gpu::score_pass;
using gpu::score_pass_times;

constexpr std::array<std::size_t, 29> edge_lengths{0,   1,   2,   3,   62,  63,   64,   65,   127, 128,
                                                   129, 255, 256, 257, 319, 320,  383,  384,  385, 447,
                                                   448, 449, 511, 512, 513, 1023, 1024, 1025, 2000};

bool has_device() {
  const std::string none = gpu::discover().why_none;
  if (!none.empty()) WARN("skipped: " << none);
  return none.empty();
}

// Half of it is like the residues of the graph, so that long chains are worth something.
std::vector<spliced::residue_code> random_target(std::mt19937_64& random, const spliced::graph_view& graph,
                                                 std::size_t length) {
  const bool is_protein =
      std::ranges::any_of(graph.residues, [](auto code) { return code >= spliced::n_dna_codes; });
  auto target =
      is_protein ? random_protein(random, length) : spliced::encode_dna(random_bases(random, length));
  for (std::size_t from = 0; from < length; from += 50) {
    if (random() % 2 == 0 || graph.residues.empty()) continue;
    const std::size_t shift = random() % graph.residues.size();
    for (std::size_t j = from; j < std::min(from + 30, length); ++j)
      target[j] = graph.residues[(j - from + shift) % graph.residues.size()];
  }
  return target;
}

// Many targets on one graph with one scoring, and how they end.
class job_batch {
 public:
  job_batch(const small_problem& of, std::uint32_t steps_at_once) : of_(of) {
    const spliced::problem p = of.view();
    spliced::schedule_options options;
    options.steps_at_once = steps_at_once;
    schedule_ = spliced::make_schedule(p.graph, p.residue_ends, options);
    program_ = gpu::make_program(p.graph, schedule_, p.gaps, p.residue_ends);
  }

  void add(std::vector<spliced::residue_code> target) { targets_.push_back(std::move(target)); }

  score_pass_times check(score_pass& pass) const {
    std::vector<gpu::device_job> jobs;
    for (const auto& target : targets_) jobs.push_back({with(target), &schedule_, &program_});
    score_pass_times times;
    const auto found = pass.run(jobs, &times);
    REQUIRE(found.size() == jobs.size());
    for (std::size_t j = 0; j < jobs.size(); ++j) {
      INFO("job " << j << ", target " << targets_[j].size());
      REQUIRE(found[j].has_value());
      check_end(*found[j], aligned(jobs[j].of)->end());
    }
    return times;
  }

 private:
  static void check_end(const spliced::best_end& found, const spliced::best_end& expected) {
    REQUIRE(spliced::is_reachable(found.total) == spliced::is_reachable(expected.total));
    if (!spliced::is_reachable(found.total)) return;
    REQUIRE(found.total == expected.total);
    REQUIRE(found.column == expected.column);
  }

  [[nodiscard]] spliced::problem with(const std::vector<spliced::residue_code>& target) const {
    spliced::problem p = of_.view();
    p.target = target;
    return p;
  }

  const small_problem& of_;
  spliced::row_schedule schedule_;
  gpu::device_program program_;
  std::vector<std::vector<spliced::residue_code>> targets_;
};

job_batch some_lengths(std::mt19937_64& random, const small_problem& of, std::size_t n_targets) {
  job_batch made(of, random() % 2 == 0 ? 1 : 3);
  for (std::size_t k = 0; k < n_targets; ++k)
    made.add(random_target(random, of.graph.view(), edge_lengths[random() % edge_lengths.size()]));
  return made;
}

job_batch all_lengths(std::mt19937_64& random, const small_problem& of) {
  job_batch made(of, 3);
  for (const std::size_t length : edge_lengths) made.add(random_target(random, of.graph.view(), length));
  return made;
}

// Scorings none of which 8 bits hold with twice what a gap's symbol costs.
void widen(std::uint64_t kind, small_problem& of) {
  if (kind % 2 == 0) of.substitution = spliced::dna_matrix(spliced::match_mismatch(200, -150));
  if (kind % 2 == 1) of.gaps.extend = 90;
  if (kind % 4 >= 2) of.gaps.open = 700;
  if (of.residue_ends) of.residue_ends = spliced::gap_costs{400, 60};
}

}  // namespace

TEST_CASE("a pass over targets of many lengths finds the ends of the oracle") {
  if (!has_device()) return;
  const std::unique_ptr<score_pass> pass = gpu::make_score_pass(gpu::first_usable_device());
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    INFO("random_problem, seed " << seed);
    std::mt19937_64 random(seed);
    const small_problem of = random_problem(random, 4 + random() % 37);
    some_lengths(random, of, 1 + random() % 8).check(*pass);
  }
}

TEST_CASE("and over one target at each edge of lanes and tiles") {
  if (!has_device()) return;
  const std::unique_ptr<score_pass> pass = gpu::make_score_pass(gpu::first_usable_device());
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    all_lengths(random, random_problem(random, 30)).check(*pass);
    all_lengths(random, weighted_exons(random, {.n_exons = 15}, 0)).check(*pass);
  }
}

TEST_CASE("and over proteins") {
  if (!has_device()) return;
  const std::unique_ptr<score_pass> pass = gpu::make_score_pass(gpu::first_usable_device());
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    INFO("weighted_exons of proteins, seed " << seed);
    std::mt19937_64 random(seed);
    all_lengths(random, weighted_exons(random, {.n_exons = 15, .is_protein = true}, 0)).check(*pass);
  }
}

TEST_CASE("a batch with far more jobs than run at once loses none") {
  if (!has_device()) return;
  std::mt19937_64 random(1);
  const small_problem of = weighted_exons(random, {}, 0);
  job_batch many(of, 3);
  for (std::size_t k = 0; k < 6000; ++k) many.add(random_target(random, of.graph.view(), random() % 40));
  many.check(*gpu::make_score_pass(gpu::first_usable_device()));
}

TEST_CASE("scores that 16 bits do not hold are found in wider lanes") {
  if (!has_device()) return;
  const std::unique_ptr<score_pass> pass = gpu::make_score_pass(gpu::first_usable_device());
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    small_problem of = random_problem(random, 4 + random() % 30);
    widen(seed, of);
    CHECK(some_lengths(random, of, 6).check(*pass).n_wide == 6);
    small_problem exons = weighted_exons(random, {.largest_weight = 1'000'000}, 0);
    widen(seed, exons);
    CHECK(some_lengths(random, exons, 6).check(*pass).n_wide == 6);
  }
}

TEST_CASE("weights around the lightest that are added as they are change nothing") {
  if (!has_device()) return;
  const std::unique_ptr<score_pass> pass = gpu::make_score_pass(gpu::first_usable_device());
  for (const spliced::score largest : {500, 4'000, 5'000, 20'000, 70'000})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      INFO("weights to " << largest << ", seed " << seed);
      std::mt19937_64 random(seed);
      const small_problem of = weighted_exons(random, {.n_exons = 12, .largest_weight = largest}, 0);
      some_lengths(random, of, 6).check(*pass);
    }
}

TEST_CASE("rows that drift far are set back on a device as well") {
  if (!has_device()) return;
  const std::unique_ptr<score_pass> pass = gpu::make_score_pass(gpu::first_usable_device());
  for (const spliced::score extend : {10, 40, 55, 300, 2048})
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      INFO("extend " << extend << ", seed " << seed);
      std::mt19937_64 random(seed);
      small_problem of = weighted_exons(random, {.longest = 450}, 0);
      of.gaps.extend = extend;
      if (of.residue_ends) of.residue_ends->extend = extend / 2;
      some_lengths(random, of, 6).check(*pass);
    }
}

TEST_CASE("a chain that is worth less than narrow lanes hold is found all the same") {
  if (!has_device()) return;
  small_problem of("AAAA", "");
  of.substitution = spliced::dna_matrix(spliced::match_mismatch(1, -120));
  of.gaps = {0, 40};
  of.add_sink({{of.add_exon(0, 4, {{0, 0}}), 0}});
  job_batch without_a_match(of, 3);
  for (const std::size_t length : {500u, 1000u, 1500u, 2000u})
    without_a_match.add(std::vector<spliced::residue_code>(length, spliced::dna_code('C')));
  without_a_match.check(*gpu::make_score_pass(gpu::first_usable_device()));
}

TEST_CASE("costly unaligned ends do not reach beyond the target") {
  if (!has_device()) return;
  const std::unique_ptr<score_pass> pass = gpu::make_score_pass(gpu::first_usable_device());
  for (const spliced::score extend : {100, 400, 40'000})
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
      INFO("extend " << extend << ", seed " << seed);
      std::mt19937_64 random(seed);
      small_problem of = weighted_exons(random, {.n_exons = 6}, 0);
      of.free_target_ends = seed % 2 == 0;
      of.residue_ends = spliced::gap_costs{12, extend};
      job_batch batch(of, 1);
      for (const std::size_t length : {1u, 5u, 61u, 70u, 130u, 301u})
        batch.add(random_target(random, of.graph.view(), length));
      batch.check(*pass);
    }
}

TEST_CASE("weights that add up to more than lanes hold leave nothing") {
  if (!has_device()) return;
  const std::unique_ptr<score_pass> pass = gpu::make_score_pass(gpu::first_usable_device());
  for (const spliced::score weight : {-20'000, -30'000, -32'000})
    for (const std::size_t n_junctions : {1u, 2u, 3u, 5u}) {
      small_problem of("ACGTACGTTGCA", "");
      const auto exon = of.add_exon(0, 6, {{0, 0}});
      spliced::node_id last = exon;
      for (std::size_t k = 0; k < n_junctions; ++k)
        last = of.graph.add_junction(static_cast<std::int64_t>(7 + k),
                                     std::vector<spliced::edge>{{last, weight}});
      const auto second = of.add_exon(6, 12, {{last, 0}, {0, -3}});
      of.add_sink({{exon, -1}, {second, 0}});
      job_batch batch(of, 1);
      for (const char* target : {"ACGTAC", "GTTGCA", "ACGTACGTTGCA"}) batch.add(spliced::encode_dna(target));
      INFO("weight " << weight << ", junctions " << n_junctions);
      CHECK(batch.check(*pass).n_wide == 0);
    }
}

TEST_CASE("what no lanes hold is left to others") {
  if (!has_device()) return;
  small_problem of("ACGT", "");
  of.add_sink({{of.add_exon(0, 4, {{0, 0}}), 0}});
  const auto schedule = spliced::make_schedule(of.view().graph, of.residue_ends, {});
  const auto program = gpu::make_program(of.view().graph, schedule, of.gaps, of.residue_ends);
  const std::vector<spliced::residue_code> too_long(gpu::most_residues(true) + 1, spliced::dna_code('A'));
  spliced::problem p = of.view();
  const gpu::device_job fits{p, &schedule, &program};
  p.target = too_long;
  const gpu::device_job does_not{p, &schedule, &program};
  const auto found = gpu::make_score_pass(gpu::first_usable_device())->run(std::vector{does_not, fits});
  CHECK_FALSE(found[0].has_value());
  CHECK(found[1].has_value());
}

TEST_CASE("no jobs have no ends") {
  if (!has_device()) return;
  const std::unique_ptr<score_pass> pass = gpu::make_score_pass(gpu::first_usable_device());
  CHECK(pass->run({}).empty());
}

TEST_CASE("without a usable GPU a pass cannot be made, and says why") {
  const std::string none = gpu::discover().why_none;
  if (none.empty()) return;
  try {
    (void)gpu::make_score_pass(gpu::first_usable_device());
    FAIL("a pass without a device");
  } catch (const gpu::device_failure& error) {
    CHECK(none == error.what());
  }
}

}  // namespace exonweave::testing
