#include "spliced/scoring/alphabet.hpp"

#include <array>
#include <stdexcept>
#include <string>

namespace exonweave::spliced {
namespace {

// Position = code: the letter for each set of bases {A=1, C=2, G=4, T=8}.
constexpr std::string_view letters = "-ACMGRSVTWYHKDBN";

constexpr std::array<residue_code, 256> make_codes() {
  std::array<residue_code, 256> codes{};
  for (std::size_t code = 1; code < letters.size(); ++code) {
    const auto upper = static_cast<unsigned char>(letters[code]);
    codes[upper] = static_cast<residue_code>(code);
    codes[upper + 32u] = static_cast<residue_code>(code);  // lower case in ASCII
  }
  codes['U'] = codes['u'] = codes['T'];
  return codes;
}

constexpr std::array<residue_code, 256> codes = make_codes();

constexpr std::array<residue_code, 256> make_amino_codes() {
  std::array<residue_code, 256> made{};
  made.fill(no_amino);
  for (std::size_t code = 0; code < n_amino_codes; ++code) {
    const auto upper = static_cast<unsigned char>(amino_letters[code]);
    made[upper] = static_cast<residue_code>(code);
    if (upper != '*') made[upper + 32u] = static_cast<residue_code>(code);  // lower case in ASCII
  }
  return made;
}

constexpr std::array<residue_code, 256> amino_codes = make_amino_codes();

}  // namespace

residue_code dna_code(char letter) { return codes[static_cast<unsigned char>(letter)]; }

std::vector<residue_code> encode_dna(std::string_view residues) {
  std::vector<residue_code> encoded(residues.size());
  for (std::size_t i = 0; i < residues.size(); ++i) {
    encoded[i] = dna_code(residues[i]);
    if (encoded[i] == 0) throw std::invalid_argument("not an IUPAC base: '" + std::string(1, residues[i]) + "'");
  }
  return encoded;
}

char dna_letter(residue_code code) { return letters[code]; }

residue_code amino_code(char letter) { return amino_codes[static_cast<unsigned char>(letter)]; }

std::vector<residue_code> encode_protein(std::string_view residues) {
  std::vector<residue_code> encoded(residues.size());
  for (std::size_t i = 0; i < residues.size(); ++i) {
    encoded[i] = amino_code(residues[i]);
    if (encoded[i] == no_amino) throw std::invalid_argument("not an amino acid: '" + std::string(1, residues[i]) + "'");
  }
  return encoded;
}

char amino_letter(residue_code code) { return amino_letters[code]; }

}  // namespace exonweave::spliced
