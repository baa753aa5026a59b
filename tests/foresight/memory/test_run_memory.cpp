// The account of a run's memory, by which runs are bound and of which estimates tell.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/memory/memory_of_program.hpp"
#include "catch.hpp"
#include "exons/places/piece_search.hpp"
#include "exons/sequences/genome.hpp"
#include "foresight/memory/run_memory.hpp"

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
  std::vector<alignment_case> cases;
};

}  // namespace

TEST_CASE("at the peak each thread has one of the largest results, in its share, or one has all that it may") {
  CHECK(plan_of(100, 100).peak({10, 40, 20, 30}) == bytes_of_program + 5 + 40 + 30);
  CHECK(plan_of(100, 100).peak({80, 60}) == bytes_of_program + 5 + 50 + 50);
  CHECK(plan_of(100, 100).peak({300, 1}) == bytes_of_program + 5 + 100);
  CHECK(plan_of(100, 200).peak({300, 1}) == bytes_of_program + 5 + 200);
  CHECK(plan_of(100, 100).peak({}) == bytes_of_program + 5);
  memory_plan searching = plan_of(100, 100);
  searching.searching = 90;
  CHECK(searching.peak({10}) == bytes_of_program + 90);
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

TEST_CASE("an index is planned for where loci are searched for") {
  const small_run run(0);
  run_contents contents = run.contents();
  CHECK(plan_memory(contents, {}).searching == 0);
  contents.is_searched = true;
  CHECK(plan_memory(contents, {}).searching > bytes_of_search(run.targets));
}

TEST_CASE("a search alone holds its index, a piece for each thread, and each locus as found and as written") {
  const small_run run(0);
  run_contents contents = run.contents();
  contents.is_searched = true;
  const double without_loci = memory_of_search(contents, 1);
  CHECK(without_loci > bytes_of_program + static_cast<double>(bytes_of_search(run.targets) + bytes_of_piece));
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
  terms.asked = gib;
  const memory_plan bound = plan_memory(run.contents(), terms);
  CHECK(bound.is_bound);
  CHECK(bound.held == usual.held);
  CHECK(bound.for_graphs == gib - bound.held);
  CHECK(bound.alone == bound.for_graphs);
  terms.asked = 3;
  CHECK(plan_memory(run.contents(), terms).for_graphs == 1);
}
