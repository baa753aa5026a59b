// The account of a run's memory, by which runs are bound and of which estimates tell.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/memory/memory_budget.hpp"
#include "catch.hpp"
#include "exons/loci/genome_segments.hpp"
#include "exons/sequences/genome.hpp"
#include "runtime_model/memory/run_memory.hpp"

using namespace exonweave;

namespace {

memory_plan plan_of(std::uint64_t for_graphs, std::uint64_t alone) {
  memory_plan plan;
  plan.held = 5;
  plan.for_graphs = for_graphs;
  plan.alone = alone;
  plan.n_threads = 2;
  return plan;
}

// One target of 100 residues, tried at so many places.
struct small_run {
  explicit small_run(std::size_t n_places, molecule kind = molecule::protein)
      : sequences(genome::open(EXONWEAVE_SOURCE_DIR "/test-data/tiny/genome.fa", problems)),
        targets{{"t.fa"}, kind, {{"t", std::string(100, kind == molecule::protein ? 'M' : 'A'), 1}}},
        cases(n_places) {}

  [[nodiscard]] run_contents contents() const {
    return {.sequences = sequences.catalog(), .targets = targets, .places = {cases, {}}};
  }

  report problems{};
  genome sequences;
  target_set targets;
  std::vector<alignment_task> cases;
};

}  // namespace

TEST_CASE("at the peak each thread has one of the largest results, in its share, or one has all that it may") {
  const auto peak = [](const memory_plan& plan, const std::vector<double>& rows) {
    std::vector<result_memory> results;
    for (const double each : rows) results.push_back({.rows = each, .first_problem = results.size()});
    return plan.peak(std::move(results)) - bytes_of_program;
  };
  CHECK(peak(plan_of(100, 100), {10, 40, 20, 30}) == 5 + 40 + 30);
  CHECK(peak(plan_of(100, 100), {80, 60}) == 5 + 50 + 50);
  memory_plan with_gene_model = plan_of(100, 100);
  with_gene_model.finding = 90;
  CHECK(peak(with_gene_model, {10, 40, 20, 30}) == 5 + 90);
  CHECK(peak(with_gene_model, {80, 60}) == 5 + 50 + 50);
  CHECK(peak(plan_of(100, 100), {300, 1}) == 5 + 100);
  CHECK(peak(plan_of(100, 200), {300, 1}) == 5 + 200);
  CHECK(peak(plan_of(100, 100), {}) == 5);
  memory_plan searching = plan_of(100, 100);
  searching.searching = 90;
  CHECK(peak(searching, {10}) == 90);
  searching.pieces = 20;
  CHECK(peak(searching, {10}) == 90 + 20);
}

TEST_CASE("problems that results share are held once") {
  const result_memory large{.rows = 10, .problems = 30, .first_problem = 0};
  const result_memory next_to{.rows = 8, .problems = 30, .first_problem = 0};
  const result_memory other{.rows = 1, .problems = 30, .first_problem = 1};
  CHECK(plan_of(100, 100).peak({large, next_to}) == bytes_of_program + 5 + 30 + 10 + 8);
  CHECK(plan_of(100, 100).peak({other, large}) == bytes_of_program + 5 + 2 * 30 + 10 + 1);
}

TEST_CASE("candidates, targets and places are held, and each target of a sample stands for several") {
  const small_run none(0), some(10);
  run_contents contents = some.contents();
  const std::uint64_t with_places = memory_of_data(contents);
  CHECK(with_places > memory_of_data(none.contents()));
  contents.scale = 3;
  CHECK(memory_of_data(contents) == 3 * with_places);
  contents.n_candidates = 7;  // there are no more of these for more targets
  const std::uint64_t with_candidates = memory_of_data(contents);
  contents.n_candidates = 14;
  CHECK(memory_of_data(contents) - with_candidates == with_candidates - 3 * with_places);
}

TEST_CASE("a protein's model takes more than that of a cDNA as long") {
  const small_run protein(1), cdna(1, molecule::dna);
  const memory_terms paired{.has_pairs = true};
  CHECK(plan_memory(protein.contents(), paired).held > plan_memory(cdna.contents(), paired).held);
}

TEST_CASE("one result in ten is rechecked, none knows which") {
  std::vector<result_memory> results;
  for (std::size_t k = 0; k < 9; ++k) results.push_back({.rows = 10, .first_problem = k, .recheck = 70});
  CHECK(plan_of(200, 200).peak(results) == bytes_of_program + 5 + 10 + 10);
  results.push_back({.rows = 10, .first_problem = 9, .recheck = 50});
  CHECK(plan_of(200, 200).peak(results) == bytes_of_program + 5 + 10 + 10 + 50);
}

TEST_CASE("what stands for election of a model is held beside its listing") {
  const small_run run(1'000);
  memory_terms terms{.has_pairs = true};
  const std::uint64_t listed = plan_memory(run.contents(), terms).held;
  terms.has_elections = true;
  const std::uint64_t with_elections = plan_memory(run.contents(), terms).held;
  CHECK(with_elections > listed + 1'000 * 1'000);  // a kilobyte for each, at least
  CHECK(with_elections < 2 * listed);
}

TEST_CASE("places that a search has found hold as many models as chains that lie beside one another") {
  small_run run(100);
  std::vector<expected_chain> chains(100, {.n_codons = 100});
  run_contents contents = run.contents();
  contents.is_searched = true;
  contents.places.chains = chains;
  const std::uint64_t single = plan_memory(contents, {}).held;
  chains.front() = {.n_codons = 300, .n_chains = 3};
  const std::uint64_t copies = plan_memory(contents, {}).held;
  CHECK(copies > single + 2 * 1'000);
  CHECK(copies < single + 2 * 5'000);
  chains.front() = {.n_codons = 50'000, .n_chains = 500};  // repeats within the target
  CHECK(plan_memory(contents, {}).held < single + 12 * 5'000);
  chains.front() = {.n_codons = 20};  // a part of the target
  CHECK(plan_memory(contents, {}).held < single);
}

TEST_CASE("long names count as often as they are written") {
  constexpr std::uint64_t length = 1'000'000;
  small_run run(3);
  const memory_terms paired{.has_pairs = true};
  const std::uint64_t usual = plan_memory(run.contents(), paired).held;
  run.targets.targets.front().name = std::string(length, 'n');
  const std::uint64_t held = plan_memory(run.contents(), paired).held;
  CHECK(held > usual + 3 * 10 * length);
  CHECK(held < usual + 3 * 30 * length);
}

TEST_CASE("an index is planned for where loci are searched for") {
  const small_run run(0);
  run_contents contents = run.contents();
  CHECK(plan_memory(contents, {}).searching == 0);
  contents.is_searched = true;
  CHECK(plan_memory(contents, {}).searching > bytes_of_search(run.targets, run.sequences.catalog()));
}

TEST_CASE("each thread of a search has a piece of the genome, as large as it is, and as many as --memory leaves") {
  const small_run run(0);
  run_contents contents = run.contents();
  contents.is_searched = true;
  std::uint64_t n_nt = 0;
  for (std::size_t s = 0; s < run.sequences.catalog().size(); ++s)
    n_nt += static_cast<std::uint64_t>(run.sequences.catalog().length(s));
  REQUIRE(5 * n_nt < bytes_of_piece);
  CHECK(plan_memory(contents, {.n_threads = 1}).pieces == 5 * n_nt);
  CHECK(plan_memory(contents, {.n_threads = 4}).pieces == 20 * n_nt);
  CHECK(plan_memory(contents, {.n_threads = 1'000, .requested = 1}).pieces == bytes_of_piece);
}

TEST_CASE("a search alone holds its index, a piece for each thread, and each locus as found and as written") {
  const small_run run(0);
  run_contents contents = run.contents();
  contents.is_searched = true;
  const double without_loci = memory_of_search(contents, 1);
  CHECK(without_loci >
        bytes_of_program + static_cast<double>(bytes_of_search(run.targets, run.sequences.catalog()) + bytes_of_piece));
  CHECK(memory_of_search(contents, 4) == without_loci + static_cast<double>(3 * bytes_of_piece));
  std::vector<found_locus> loci(1'000);
  loci.front().others.resize(7);
  contents.places.loci = loci;
  const auto of_loci = static_cast<double>(2'000 * sizeof(found_locus) + 7 * sizeof(found_chain));
  CHECK(memory_of_search(contents, 1) == without_loci + of_loci);
  contents.places.loci = {};
  contents.scale = 3;
  const double more_targets = memory_of_search(contents, 1);
  contents.places.loci = loci;
  CHECK(memory_of_search(contents, 1) == more_targets + 3 * of_loci);
}

TEST_CASE("graphs have what is usual, one target at most 16 GiB of it, and both what is left of --memory") {
  const small_run run(5);
  constexpr std::uint64_t gib = std::uint64_t{1} << 30;
  memory_terms terms{.usual_for_graphs = 40 * gib, .usual_alone = 20 * gib};
  const memory_plan usual = plan_memory(run.contents(), terms);
  CHECK_FALSE(usual.is_bound);
  CHECK(usual.for_graphs == 40 * gib);
  CHECK(usual.alone == 16 * gib);
  terms.usual_alone = 2 * gib;
  CHECK(plan_memory(run.contents(), terms).alone == 2 * gib);
  terms.requested = gib;
  const memory_plan bound = plan_memory(run.contents(), terms);
  CHECK(bound.is_bound);
  CHECK(bound.held == usual.held);
  CHECK(bound.for_graphs == gib - bound.held);
  CHECK(bound.alone == bound.for_graphs);
  terms.requested = 3;
  CHECK(plan_memory(run.contents(), terms).for_graphs == 1);
}
