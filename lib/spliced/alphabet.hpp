// Residues as small integers. DNA: an IUPAC letter is the set of bases it stands for, one bit each.
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

}  // namespace exonweave::spliced
