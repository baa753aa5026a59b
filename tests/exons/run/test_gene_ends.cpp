// What ends of genes are chosen by.
#include <array>

#include "catch.hpp"
#include "exons/run/gene_ends.hpp"

using namespace exonweave;

TEST_CASE("a gene costs 12 half-bits and ten codons one, in the unit of scores") {
  const codon_weights none(std::array<codon_weights::weight, codon_weights::n_codons>{});
  const end_weights halves = weights_of_ends(none, score_unit::halves());
  CHECK(halves.gene_price == 24);
  CHECK(halves.ten_codons == 2);
  const end_weights whole = weights_of_ends(none, score_unit::whole());
  CHECK(whole.gene_price == 12);
  CHECK(whole.ten_codons == 1);
}
