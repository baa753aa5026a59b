// The letters of nucleotides and amino acids as files may spell them, and as exonweave keeps them: upper
// case, T for U.
#pragma once

#include <string>
#include <string_view>

namespace exonweave {

enum class molecule { dna, protein };

/// The upper-case IUPAC nucleotide (ACGT RYSWKM BDHV N) for a letter of either case, U as T; 0 for anything
/// else.
char nucleotide(char letter);

/// The same in the case of `letter`: lower case is how files mask repeats softly.
char nucleotide_as_written(char letter);

constexpr bool is_lower_case(char residue) { return 'a' <= residue && residue <= 'z'; }
constexpr char in_upper_case(char residue) {
  return is_lower_case(residue) ? static_cast<char>(residue - 'a' + 'A') : residue;
}

/// The upper-case amino acid (the 20, and X B Z J U O) for a letter of either case, '*' as itself; 0 for
/// anything else.
char amino_acid(char letter);

/// The reverse complement of an IUPAC string in the form that nucleotide() gives.
std::string reverse_complement(std::string_view residues);

}  // namespace exonweave
