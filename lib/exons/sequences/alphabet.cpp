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

std::optional<molecule> composition::kind() const {
  std::uint64_t n_letters = 0;
  std::uint64_t n_common = 0;   // ACGTUN
  std::uint64_t n_foreign = 0;  // no IUPAC nucleotide
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const char letter = static_cast<char>(i);
    if (amino_acid(letter) == 0 || letter == '*') continue;  // every letter is an amino acid
    const char base = nucleotide(letter);
    n_letters += counts_[i];
    if (base == 0) n_foreign += counts_[i];
    if (base != 0 && std::string_view("ACGTN").find(base) != std::string_view::npos) n_common += counts_[i];
  }
  if (n_letters == 0) return std::nullopt;
  return n_foreign * 20 < n_letters && n_common * 2 >= n_letters ? molecule::dna : molecule::protein;
}

}  // namespace exonweave
