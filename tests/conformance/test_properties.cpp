// What must hold of scores whatever they are.
#include <limits>

#include "catch.hpp"
#include "engines_and_graphs.hpp"
#include "random_cases.hpp"
#include "seeds.hpp"

namespace exonweave::testing {
namespace {

spliced::score best_score(const small_case& example) {
  const auto graph = example.graph({});
  return aligned(example.problem(graph))->end().total;
}

// Unreachable may drift.
spliced::score or_least(spliced::score total) { return spliced::is_reachable(total) ? total : spliced::unreachable; }

void check_more_exons(small_case example) {
  const auto all = example.material.exons;
  spliced::score best = spliced::unreachable;
  example.material.exons.clear();
  for (const strand_exon& added : all) {
    example.material.exons.push_back(added);
    const auto total = or_least(best_score(example));
    REQUIRE(total >= best);
    best = total;
  }
}

void check_dearer_introns(small_case example) {
  spliced::score previous = std::numeric_limits<spliced::score>::max();
  for (int step = 0; step < 5; ++step) {
    for (intron_line& line : example.scoring.introns.lines) ++line.cost;
    const auto total = or_least(best_score(example));
    REQUIRE(total <= previous);
    previous = total;
  }
}

}  // namespace

TEST_CASE("an exon more never lowers the score, a dearer intron never raises it") {
  for_each_seed(9001, 200, [](std::uint64_t seed) {
    for (const small_case& example : {random_nucleotide_case(seed), random_protein_case(seed, material::exons, true),
                                      random_protein_case(seed, material::both, true)}) {
      check_more_exons(example);
      check_dearer_introns(example);
    }
  });
}

TEST_CASE("a target that no exon can follow still costs what Eq. 1 and 2 say") {
  small_case example;
  example.material.region.residues = spliced::encode_dna("ACGT");
  example.material.exons = {{{1, 3}}};
  example.scoring.substitution = spliced::dna_matrix(spliced::match_mismatch(2, -2));
  example.scoring.gaps = {0, 4};
  CHECK(best_score(example) == -8);  // two symbols unaligned
}

}  // namespace exonweave::testing
