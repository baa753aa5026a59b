// What is said of engines without making them: which problems they compute.
#include <string>

#include "catch.hpp"
#include "spliced/engine/engine.hpp"

using namespace exonweave;
using spliced::engine_scope;
using spliced::problem;
using spliced::work_kind;

namespace {

constexpr engine_scope without_limits{};
constexpr engine_scope linear_nucleotides{.nucleotides_alone = true, .linear_gaps_alone = true};

problem scored(const spliced::substitution_matrix& substitution, spliced::gap_costs gaps) {
  problem made;
  made.substitution = &substitution;
  made.gaps = gaps;
  return made;
}

}  // namespace

TEST_CASE("an engine without limits takes every scoring and every kind of work") {
  const spliced::substitution_matrix amino_acids(spliced::n_amino_codes);
  problem affine = scored(amino_acids, {11, 1});
  affine.residue_ends = {12, 1};
  CHECK(without_limits.takes(affine));
  for (const work_kind kind : {work_kind::cdna_on_candidates, work_kind::cdna_on_blocks,
                               work_kind::protein_on_candidates, work_kind::protein_on_blocks})
    CHECK(without_limits.takes(kind));
}

TEST_CASE("what is out of an engine's scope is refused with the reason") {
  const spliced::substitution_matrix bases(spliced::n_dna_codes), amino_acids(spliced::n_amino_codes);
  CHECK(linear_nucleotides.takes(scored(bases, {0, 2})));
  CHECK(linear_nucleotides.refusal(scored(bases, {3, 2})) == "it takes linear gaps only, whose opening costs nothing");
  CHECK(linear_nucleotides.refusal(scored(amino_acids, {0, 2})) == "it takes nucleotides only");
  problem with_ends = scored(bases, {0, 2});
  with_ends.residue_ends = {12, 1};
  CHECK(linear_nucleotides.refusal(with_ends) == "it takes no costs of unaligned ends of a chain");
}

TEST_CASE("proteins and blocks are out of the scope of engines for nucleotides and candidates") {
  CHECK(linear_nucleotides.takes(work_kind::cdna_on_candidates));
  CHECK(linear_nucleotides.takes(work_kind::cdna_on_blocks));
  CHECK_FALSE(linear_nucleotides.takes(work_kind::protein_on_candidates));
  CHECK_FALSE(linear_nucleotides.takes(work_kind::protein_on_blocks));
  constexpr engine_scope candidates{.candidates_alone = true};
  CHECK(candidates.takes(work_kind::protein_on_candidates));
  CHECK_FALSE(candidates.takes(work_kind::cdna_on_blocks));
}
