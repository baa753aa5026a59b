#include "exons/sequences/alphabet.hpp"

#include <array>

namespace exonweave {
namespace {

using letter_table = std::array<char, 256>;

constexpr std::size_t at(char letter) { return static_cast<unsigned char>(letter); }

constexpr char lower(char upper) { return static_cast<char>(upper - 'A' + 'a'); }

constexpr letter_table both_cases_of(std::string_view letters) {
  letter_table table{};
  for (const char letter : letters) table[at(letter)] = table[at(lower(letter))] = letter;
  return table;
}

constexpr letter_table nucleotides = [] {
  letter_table table = both_cases_of("ACGTRYSWKMBDHVN");
  table[at('U')] = table[at('u')] = 'T';
  return table;
}();

constexpr letter_table nucleotides_as_written = [] {
  letter_table table = nucleotides;
  for (char letter = 'a'; letter <= 'z'; ++letter)
    if (char& base = table[at(letter)]; base != 0) base = lower(base);
  return table;
}();

constexpr letter_table amino_acids = [] {
  letter_table table = both_cases_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  table[at('*')] = '*';
  return table;
}();

constexpr letter_table complements = [] {
  constexpr std::string_view from = "ACGTRYSWKMBDHVN";
  constexpr std::string_view to = "TGCAYRSWMKVHDBN";
  letter_table table{};
  for (std::size_t i = 0; i < from.size(); ++i) table[at(from[i])] = to[i];
  return table;
}();

}  // namespace

char nucleotide(char letter) { return nucleotides[at(letter)]; }
char nucleotide_as_written(char letter) { return nucleotides_as_written[at(letter)]; }
char amino_acid(char letter) { return amino_acids[at(letter)]; }

std::string reverse_complement(std::string_view residues) {
  std::string reversed(residues.rbegin(), residues.rend());
  for (char& residue : reversed) residue = complements[at(residue)];
  return reversed;
}

}  // namespace exonweave
