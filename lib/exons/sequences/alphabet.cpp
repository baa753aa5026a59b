#include "exons/sequences/alphabet.hpp"

namespace exonweave {
namespace {

using letter_tables::at, letter_tables::letter_table;

constexpr letter_table complements = [] {
  constexpr std::string_view letters = "ACGTRYSWKMBDHVN";
  constexpr std::string_view partners = "TGCAYRSWMKVHDBN";
  letter_table table{};
  for (std::size_t i = 0; i < letters.size(); ++i) table[at(letters[i])] = partners[i];
  return table;
}();

}  // namespace

char nucleotide(char letter) { return letter_tables::nucleotides[at(letter)]; }
char nucleotide_as_written(char letter) { return letter_tables::nucleotides_as_written[at(letter)]; }
char amino_acid(char letter) { return letter_tables::amino_acids[at(letter)]; }

std::string reverse_complement(std::string_view residues) {
  std::string reversed(residues.rbegin(), residues.rend());
  for (char& residue : reversed) residue = complements[at(residue)];
  return reversed;
}

}  // namespace exonweave
