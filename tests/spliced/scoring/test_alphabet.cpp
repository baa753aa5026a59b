// IUPAC letters as sets of bases; amino acids as places in an order.
#include <stdexcept>
#include <string>

#include "catch.hpp"
#include "spliced/scoring/alphabet.hpp"

using namespace exonweave::spliced;

namespace {

struct letter_of_bases {
  char letter;
  std::string_view bases;
};

constexpr letter_of_bases iupac[] = {{'A', "A"},   {'C', "C"},   {'G', "G"},   {'T', "T"},   {'R', "AG"},
                                     {'Y', "CT"},  {'S', "CG"},  {'W', "AT"},  {'K', "GT"},  {'M', "AC"},
                                     {'B', "CGT"}, {'D', "AGT"}, {'H', "ACT"}, {'V', "ACG"}, {'N', "ACGT"}};

}  // namespace

TEST_CASE("an IUPAC letter is the set of the bases it stands for") {
  for (const auto& [letter, bases] : iupac) {
    CAPTURE(letter);
    residue_code together = 0;
    for (const char base : bases) together = static_cast<residue_code>(together | dna_code(base));
    CHECK(dna_code(letter) == together);
  }
}

TEST_CASE("lower case and U mean the same bases, and letters come back in upper case") {
  CHECK(encode_dna("acgturyswkmbdhvn") == encode_dna("ACGTTRYSWKMBDHVN"));
  CHECK(dna_code('U') == dna_code('T'));
  for (const auto& [letter, bases] : iupac) CHECK(dna_letter(dna_code(letter)) == letter);
}

TEST_CASE("any other byte has no code and cannot be encoded") {
  const std::string known = "ACGTURYSWKMBDHVNacgturyswkmbdhvn";
  int n_known = 0;
  for (int byte = 0; byte < 256; ++byte) {
    const char letter = static_cast<char>(byte);
    n_known += dna_code(letter) != 0;
    if (known.find(letter) == std::string::npos) CHECK(dna_code(letter) == 0);
  }
  CHECK(n_known == static_cast<int>(known.size()));
  CHECK_THROWS_AS(encode_dna("ACG-T"), std::invalid_argument);
  CHECK_THROWS_WITH(encode_dna("ACXT"), "not an IUPAC base: 'X'");
}

TEST_CASE("an empty string encodes to nothing") { CHECK(encode_dna("").empty()); }

TEST_CASE("every amino acid has a code of its own, in the order of the letters, and comes back") {
  CHECK(n_amino_codes == 27);
  for (std::size_t code = 0; code < n_amino_codes; ++code) {
    CHECK(amino_code(amino_letters[code]) == code);
    CHECK(amino_letter(static_cast<residue_code>(code)) == amino_letters[code]);
  }
  CHECK(encode_protein("acdefghiklmnpqrstvwybzxjuo*") == encode_protein("ACDEFGHIKLMNPQRSTVWYBZXJUO*"));
  CHECK(encode_protein("").empty());
}

TEST_CASE("whatever is no letter of the alphabet is no amino acid") {
  int n_known = 0;
  for (int byte = 0; byte < 256; ++byte) n_known += amino_code(static_cast<char>(byte)) != no_amino;
  CHECK(n_known == 26 + 26 + 1);  // every letter of either case, and '*'
  for (const char other : {'-', '.', ' ', '\n', '\0', '?', '\x0a', '@', '[', '`', '{'})
    CHECK(amino_code(other) == no_amino);
  CHECK_THROWS_WITH(encode_protein("MK-V"), "not an amino acid: '-'");
}
