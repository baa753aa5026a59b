// What alphabet.hpp says, for who asks it of every letter of large files.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace exonweave::letter_tables {

/// What each byte is read as; 0: nothing.
using letter_table = std::array<char, 256>;

constexpr std::size_t at(char letter) { return static_cast<unsigned char>(letter); }

constexpr char lower(char upper) { return static_cast<char>(upper - 'A' + 'a'); }

constexpr letter_table both_cases_of(std::string_view letters) {
  letter_table table{};
  for (const char letter : letters) table[at(letter)] = table[at(lower(letter))] = letter;
  return table;
}

inline constexpr letter_table nucleotides = [] {
  letter_table table = both_cases_of("ACGTRYSWKMBDHVN");
  table[at('U')] = table[at('u')] = 'T';
  return table;
}();

inline constexpr letter_table nucleotides_as_written = [] {
  letter_table table = nucleotides;
  for (char letter = 'a'; letter <= 'z'; ++letter)
    if (char& base = table[at(letter)]; base != 0) base = lower(base);
  return table;
}();

inline constexpr letter_table amino_acids = [] {
  letter_table table = both_cases_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  table[at('*')] = '*';
  return table;
}();

}  // namespace exonweave::letter_tables
