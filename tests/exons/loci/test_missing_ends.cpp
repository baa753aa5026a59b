// Ends of targets far from a locus are found, on either strand and either side, where chance hardly has as much.
#include <algorithm>
#include <random>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/loci/coding_text.hpp"
#include "exons/loci/missing_ends.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

constexpr std::int64_t locus_begin = 60'000, n_residues = 100, n_end = 14, sequence_length = 120'000;

// A target whose residues [14, 86) lie at 60,000, and its ends far away.
struct made_gene {
  explicit made_gene(std::int64_t distance, bool has_ends = true) {
    std::mt19937_64 random(5);
    targets.push_back({"t", random_text(random, n_residues, "ACDEFGHIKLMNPQRSTVWY")});
    text = random_text(random, sequence_length, "ACGT");
    const std::string gene = coding(targets[0].residues);
    if (has_ends) put(gene.substr(0, 3 * n_end), locus_begin - distance);
    put(gene.substr(3 * n_end, 3 * (n_residues - 2 * n_end)), locus_begin);
    if (has_ends) put(gene.substr(gene.size() - 3 * n_end), locus_begin + distance);
  }

  void put(const std::string& codons, std::int64_t place) {
    text.replace(static_cast<std::size_t>(place), codons.size(), codons);
  }

  // What a search without ends finds.
  [[nodiscard]] found_locus locus(strand on) const {
    const interval core{locus_begin, locus_begin + 3 * (n_residues - 2 * n_end)};
    const interval forward = on == strand::forward ? core : flip(core, sequence_length);
    found_locus made;
    made.where = {0, forward, on, 0, true};
    made.span = forward;
    made.best = {forward, {n_end, n_residues - n_end}, 1, 72, 72, 400, 1e-40};
    return made;
  }

  [[nodiscard]] found_locus find(strand on, std::int64_t max_distance, std::vector<found_locus> others = {}) const {
    const temporary_file file(">s\n" + (on == strand::forward ? text : reverse_complement(text)) + "\n");
    report problems;
    genome sequences = genome::open(file.path(), problems);
    run_control control;
    std::vector<found_locus> loci = std::move(others);
    loci.insert(loci.begin(), locus(on));
    find_missing_ends(loci, sequences, targets, standard_code(),
                      {.max_distance = max_distance,
                       .segments = {.lowest_score = 22, .max_drop = 16},
                       .by_chance = {0.3176, 0.134},
                       .n_threads = 2},
                      control);
    CHECK(control.cells() == 0);
    return loci.front();
  }

  std::vector<target> targets;
  std::string text;
};

}  // namespace

TEST_CASE("a locus goes on to both ends of its target, on either strand", "[missing-ends]") {
  const strand on = GENERATE(strand::forward, strand::reverse);
  constexpr std::int64_t distance = 30'000;
  const made_gene gene(distance);
  const found_locus found = gene.find(on, 40'000);
  CHECK(found.best.on_target == interval{0, n_residues});
  const interval whole{locus_begin - distance, locus_begin + distance + 3 * n_end};
  const interval core = on == strand::forward ? found.best.core : flip(found.best.core, sequence_length);
  CHECK(core == whole);
  CHECK(found.span == found.best.core);
  CHECK(found.best.n_segments == 3);
  CHECK(found.best.score == 400);
}

TEST_CASE("ends farther away than introns reach, and those that are not there, are not found", "[missing-ends]") {
  for (const found_locus& found :
       {made_gene(30'000).find(strand::forward, 20'000), made_gene(30'000, false).find(strand::forward, 40'000),
        made_gene(30'000).find(strand::forward, 0)}) {
    CHECK(found.best.on_target == interval{n_end, n_residues - n_end});
    CHECK(found.best.core.start == locus_begin);
    CHECK(found.best.n_segments == 1);
  }
}

TEST_CASE("beyond another place of its target a locus does not go on", "[missing-ends]") {
  const made_gene gene(30'000);
  found_locus copy = gene.locus(strand::forward);
  copy.best.core = copy.span = {locus_begin - 10'000, locus_begin - 9'700};
  CHECK(gene.find(strand::forward, 40'000, {copy}).best.on_target == interval{n_end, n_residues});
  copy.best.on_target = {0, n_end};  // the end itself, which was found before
  CHECK(gene.find(strand::forward, 40'000, {copy}).best.on_target == interval{0, n_residues});
  copy.best.on_target = {n_end, n_residues};
  copy.best.e_value = 0.1;  // chance
  CHECK(gene.find(strand::forward, 40'000, {copy}).best.on_target == interval{0, n_residues});
}

TEST_CASE("how far ends may be follows from the introns of chains", "[missing-ends]") {
  std::vector<std::int64_t> gaps;
  for (std::int64_t n = 1; n <= 200; ++n) gaps.push_back(n * 10);
  CHECK(distance_of_ends(gaps, 200'000) == 30 * 1'510);
  CHECK(distance_of_ends(gaps, 15'000) == 15'000);
  for (std::int64_t& each : gaps) each /= 5;
  CHECK(distance_of_ends(gaps, 200'000) == 0);
  CHECK(distance_of_ends({1'000, 2'000, 3'000}, 200'000) == 0);
}
