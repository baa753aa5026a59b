// How often amino acids are.
#include <algorithm>
#include <numeric>

#include "catch.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "spliced/scoring/alphabet.hpp"

using namespace exonweave;

TEST_CASE("frequencies of amino acids are of 100,000 residues, leucine the most and tryptophan the least frequent") {
  CHECK(std::accumulate(residue_frequencies.begin(), residue_frequencies.end(), std::uint32_t{0}) == 100'000);
  const auto [least, most] = std::ranges::minmax_element(residue_frequencies);
  CHECK(least - residue_frequencies.begin() == spliced::amino_code('W'));
  CHECK(most - residue_frequencies.begin() == spliced::amino_code('L'));
}
