// Phases that rows of GFF3 do not state, from those that they do.
#include "catch.hpp"
#include "contains.hpp"
#include "exons/candidates/gff_text.hpp"

namespace exonweave::testing {
namespace {

using exonweave::testing::contains;

}  // namespace

TEST_CASE("missing phases follow from the model, on both strands and in any order of rows") {
  // Lengths 10, 11, 12: phases 0, (0-10) mod 3 = 2, (2-11) mod 3 = 0.
  const auto forward = parse_gff3(
      "chr1 t CDS 1 10 . + . Parent=m\nchr1 t CDS 101 111 . + . Parent=m\n"
      "chr1 t CDS 201 212 . + . Parent=m\n");
  CHECK(phases_of(forward) == std::vector{0, 2, 0});
  CHECK_THAT(forward.warnings(),
             contains("file:2: no phase, worked out from its model (got '.'") && contains("[and 2 more]"));
  const auto reverse = parse_gff3(
      "chr1 t CDS 201 210 . - . Parent=m\nchr1 t CDS 1 12 . - . Parent=m\n"
      "chr1 t CDS 101 111 . - . Parent=m\n");
  CHECK(phases_of(reverse) == std::vector{0, 0, 2});
}

TEST_CASE("a stated phase rules those that are missing before and after it") {
  // Phase 1 in the middle: before it (1+10) mod 3 = 2, after it (1-11) mod 3 = 2.
  const auto parsed = parse_gff3(
      "chr1 t CDS 1 10 . + . Parent=m\nchr1 t CDS 101 111 . + 1 Parent=m\n"
      "chr1 t CDS 201 212 . + . Parent=m\n");
  CHECK(phases_of(parsed) == std::vector{2, 1, 2});
}

TEST_CASE("a phase that no model gives stays unknown, with a warning") {
  const std::string alone = "chr1 t CDS 1 10 . + . .\n";
  const std::string overlapping = "chr1 t CDS 1 10 . + . Parent=m\nchr1 t CDS 5 20 . + . Parent=m\n";
  const std::string contradicting =
      "chr1 t CDS 1 10 . + 0 Parent=m\nchr1 t CDS 11 20 . + 0 Parent=m\nchr1 t CDS 31 40 . + . Parent=m\n";
  const std::string two_models =
      "chr1 t CDS 1 10 . + 0 Parent=m\nchr1 t CDS 1 10 . + 1 Parent=n\nchr1 t CDS 31 40 . + . Parent=m,n\n";
  for (const auto& rows : {alone, overlapping, contradicting, two_models}) {
    CAPTURE(rows);
    const auto parsed = parse_gff3(rows);
    CHECK(parsed.errors() == nothing);
    CHECK(parsed.exons.back().phase == no_phase);
    CHECK_THAT(parsed.warnings(), contains("no phase, and its model does not give one"));
  }
}

TEST_CASE("an initial exon without a phase begins with a whole codon") {
  CHECK(phases_of(parse_gff3("chr1 t CDS 1 10 . + . exon_type=First\n")) == std::vector{0});
}

TEST_CASE("exon rows, which hold untranslated bases, get no phase from each other") {
  const auto parsed = parse_gff3("chr1 t exon 1 10 . + . Parent=m\n", {{"exon"}});
  CHECK(phases_of(parsed) == std::vector{-1});
}

}  // namespace exonweave::testing
