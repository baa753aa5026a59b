#include "catch.hpp"
#include "exons/sequences/genetic_code.hpp"

using namespace exonweave;

namespace {

codon_weights::weight of(const codon_weights& weights, const char* codon) {
  const auto bases = spliced::encode_dna(codon);
  return weights.of(bases[0], bases[1], bases[2]);
}

}  // namespace

TEST_CASE("weights stand in the order of the bases, the third fastest") {
  std::array<codon_weights::weight, codon_weights::n_codons> table{};
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<codon_weights::weight>(i);
  const codon_weights weights(table);
  CHECK(of(weights, "AAA") == 0);
  CHECK(of(weights, "AAC") == 1);
  CHECK(of(weights, "ACA") == 4);
  CHECK(of(weights, "GTA") == 2 * 16 + 3 * 4);
  CHECK(of(weights, "TTT") == 63);
}

TEST_CASE("a codon with a base that is not known weighs nothing") {
  std::array<codon_weights::weight, codon_weights::n_codons> table{};
  table.fill(7);
  const codon_weights weights(table);
  for (const char* codon : {"NAA", "ANA", "AAN", "RAA", "AAY", "NNN"}) CHECK(of(weights, codon) == 0);
  CHECK(of(weights, "CAT") == 7);
}

TEST_CASE("the largest weight is at least 0, and the largest change counts both ways") {
  std::array<codon_weights::weight, codon_weights::n_codons> table{};
  table.fill(-3);
  CHECK(codon_weights(table).largest() == 0);
  CHECK(codon_weights(table).largest_change() == 3);
  table[5] = 2;
  CHECK(codon_weights(table).largest() == 2);
  CHECK(codon_weights(table).largest_change() == 3);
  table[6] = 9;
  CHECK(codon_weights(table).largest_change() == 9);
}
