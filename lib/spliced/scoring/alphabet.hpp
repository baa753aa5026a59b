// Residues as small integers. DNA: an IUPAC letter is the set of bases it stands for, one bit each. Protein: the
// place of the letter in one fixed order.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace exonweave::spliced {

using residue_code = std::uint8_t;

/// DNA codes: bit 0 = A, 1 = C, 2 = G, 3 = T; so N = 15 and R = A|G = 5. 0 stands for no base and never
/// occurs.
constexpr std::size_t n_dna_codes = 16;

/// The code of an IUPAC letter of either case (U is T); 0 for anything else.
residue_code dna_code(char letter);

/// Codes of a whole string. Throws std::invalid_argument at a letter that is not IUPAC.
std::vector<residue_code> encode_dna(std::string_view residues);

/// The upper-case IUPAC letter of a DNA code.
char dna_letter(residue_code code);

/// The amino acids in the order of their codes: the 20; B = D or N, Z = E or Q, X = any, J = I or L;
/// U = selenocysteine, O = pyrrolysine; '*' = a stop.
constexpr std::string_view amino_letters = "ARNDCQEGHILKMFPSTWYVBZXJUO*";
constexpr std::size_t n_amino_codes = amino_letters.size();  // 27

/// The code of a stop.
constexpr residue_code stop_amino = n_amino_codes - 1;

/// Stands for no amino acid and never occurs in an encoded protein.
constexpr residue_code no_amino = 0xFF;

/// The code of an amino acid's letter of either case, or of '*'; no_amino for anything else.
residue_code amino_code(char letter);

/// Codes of a whole protein. Throws std::invalid_argument at a letter that is no amino acid.
std::vector<residue_code> encode_protein(std::string_view residues);

/// The upper-case letter of an amino acid's code.
char amino_letter(residue_code code);

}  // namespace exonweave::spliced
