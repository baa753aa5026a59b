// How far a run is, in planned cells: all of them when it is done, whatever its passes took.
#include <algorithm>

#include "catch.hpp"
#include "exons/run/small_job.hpp"
#include "exons/sites/site_models.hpp"
#include "exons/solving/split_gene.hpp"

using namespace exonweave;
using exonweave::testing::codon_scoring;
using exonweave::testing::flat_model;
using exonweave::testing::small_job;
using exonweave::testing::split_gene;

namespace {

//                          0         10        20        30
const std::string genomic = "TTTTTTTTTTACGGATTTTTTTTTTATCCGTTTTTTTTTT";
constexpr interval forward_copy{10, 16};

// All that may make passes fewer than planned: a strand without candidates, a region without any, a target of nothing
// known, and one that no chain is worth aligning to.
struct dna_job : small_job {
  dna_job() : small_job(genomic, {{forward_copy, strand::forward}}, {"ACGGAT", "NNN", "ACGACGTTTTTTTTT"}) {
    cases = {{0, {0, 40}, strand::forward, 0}, {0, {0, 40}, strand::reverse, 0},  {0, {0, 40}, strand::forward, 1},
             {0, {0, 40}, strand::forward, 2}, {0, {20, 40}, strand::forward, 0}, {0, {20, 40}, strand::reverse, 0}};
  }
};
constexpr std::uint64_t dna_cells = 40 * (6 + 6 + 3 + 15) + 20 * (6 + 6);

const split_gene gene({"ATGGCTTGGGATAAA", "TGGTTTCATTAA"});

// A protein on ORF exons and given exons; another one on the strand without a chain.
struct protein_job : small_job {
  protein_job()
      : small_job(gene.residues, {{gene.places[0], strand::forward}, {gene.places[1], strand::forward}},
                  {"MAWDKWFH", "MW"}) {
    targets.kind = molecule::protein;
    options.scoring = codon_scoring();
    options.candidate_sites.emplace(flat_model());
    options.block_sites.emplace(flat_model());
    options.blocks = block_mode::add;
    cases = {{0, {0, 39}, strand::forward, 0}, {0, {0, 39}, strand::reverse, 0}, {0, {0, 39}, strand::reverse, 1}};
  }
};
constexpr std::uint64_t protein_cells = 39 * (8 + 8 + 2);

// What was planned, and what is counted in the end.
struct counted {
  std::uint64_t planned, done;
  bool is_too_large;  // some target
};

counted count(small_job& job, const std::string& engine, bool with_margins, unsigned n_threads) {
  const auto used = spliced::cpu_engines().make(engine);
  run_control control;
  job.options.solver.engine = used.get();
  job.options.control = &control;
  job.options.solver.with_margins = with_margins;
  const std::uint64_t planned = count_planned_cells(job.input(), job.options);
  const auto results = job.run(n_threads);
  const auto is_too_large = [](const locus_result& each) { return each.outcome == locus_outcome::too_large; };
  return {planned, control.cells(), std::ranges::any_of(results, is_too_large)};
}

}  // namespace

TEST_CASE("all planned cells are counted when a run is done") {
  dna_job dna;
  protein_job protein;
  for (small_job* job : {static_cast<small_job*>(&dna), static_cast<small_job*>(&protein)})
    for (const std::string& engine : spliced::cpu_engines().names())
      for (const bool with_margins : {false, true})
        for (const unsigned n_threads : {1u, 5u}) {
          INFO((job == &dna ? "DNA" : "protein") << ", " << engine << ", margins " << with_margins);
          job->options.solver.n_chains = n_threads == 1 ? 1 : 3;
          const auto [planned, done, is_too_large] = count(*job, engine, with_margins, n_threads);
          CHECK_FALSE(is_too_large);
          CHECK(planned ==
                (job == &dna ? dna_cells : protein_cells) * ((with_margins ? 3 : 1) +  // the margins as one pass more,
                                                             (n_threads == 1 ? 0 : 1)));  // and the further chains
          CHECK(done == planned);
        }
}

TEST_CASE("the loci that a region is divided into count for exactly what was planned, and before the end") {
  small_job job(genomic + genomic + genomic,
                {{forward_copy, strand::forward},
                 {{forward_copy.start + 40, forward_copy.end + 40}, strand::forward},
                 {{forward_copy.start + 80, forward_copy.end + 80}, strand::forward}},
                {"ACGGAT"});
  job.options.max_loci = 3;
  job.options.solver.locus_fraction = 0.5;
  const auto [planned, done, is_too_large] = count(job, "simd", true, 1);
  CHECK_FALSE(is_too_large);
  CHECK(planned == 3 * 6 * 120);
  CHECK(done == planned);
}

TEST_CASE("a target that waits for all of the memory is counted once") {
  small_job job(genomic, {{forward_copy, strand::forward}}, {"ACGGAT", "ACGGAT", "ACGGAT"});
  const auto does = [&](std::uint64_t memory) {
    job.options.memory.usable = memory;
    const auto [planned, done, is_too_large] = count(job, "simd", true, 3);
    CHECK(planned == 3 * 3 * 6 * 40);
    CHECK(done == (is_too_large ? 0 : planned));
    return !is_too_large;
  };
  std::uint64_t memory = 0;
  while (!does(memory)) memory += 100;  // the first that does: no thread's share did
}

TEST_CASE("a target that is too large has a result that says what it needs, and the others have theirs") {
  small_job job(genomic, {{forward_copy, strand::forward}},
                {"ACGGAT", "ACGGATACGGATACGGATACGGATACGGATACGGAT", "ACGGAT"});
  const auto used = spliced::cpu_engines().make("simd");
  job.options.solver.engine = used.get();
  const auto outcomes = [&](std::uint64_t memory, unsigned n_threads) {
    job.options.memory.usable = memory;
    std::vector<locus_outcome> outcomes;
    for (const locus_result& each : job.run(n_threads)) {
      outcomes.push_back(each.outcome);
      CHECK(each.too_large.has_value() == (each.outcome == locus_outcome::too_large));
    }
    return outcomes;
  };
  const auto all = outcomes(std::uint64_t{1} << 30, 1);
  std::uint64_t memory = 0;
  while (outcomes(memory, 1).front() == locus_outcome::too_large) memory += 100;
  for (const unsigned n_threads : {1u, 3u}) {
    const auto tight = outcomes(memory, n_threads);
    CHECK(tight == std::vector{all[0], locus_outcome::too_large, all[2]});
  }
}

TEST_CASE(
    "where times are expected results count for these, whatever their cells, and those that are not asked "
    "for do not count") {
  dna_job job;
  const auto used = spliced::cpu_engines().make("simd");
  const std::vector<std::uint64_t> expected_us = {1000, 500, 300, 200};  // both strands, one, one, both
  const place_selection all, some{{false, true, false, true}};
  for (const place_selection* selection : {&all, &some}) {
    run_control control;
    job.options.solver.engine = used.get();
    job.options.control = &control;
    prediction_input input = job.input();
    input.expected_us = expected_us;
    input.selection = *selection;
    const std::uint64_t planned = count_planned_cells(input, job.options);
    CHECK(planned == (selection == &all ? 2 * 501 + 501 + 301 + 2 * 101 : 501 + 2 * 101));
    predict_loci(input, job.options, [](locus_result&&) {});
    CHECK(control.cells() == planned);
  }
}
