// Amino acids as seeds see them: groups of alike ones count as equal.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "spliced/scoring/alphabet.hpp"

namespace exonweave {

/// The groups of SE-B(14) (Edgar 2004, Nucleic Acids Res 32:380).
constexpr std::array<std::string_view, 14> seed_groups = {"A",  "C",  "D",  "EQ", "FY", "G",  "H",
                                                          "IV", "KR", "LM", "N",  "P",  "ST", "W"};

using seed_letter = std::uint8_t;
constexpr seed_letter no_seed_letter = 0xFF;

/// The group of every amino-acid code; none for stops and for letters that stand for several amino acids.
constexpr std::array<seed_letter, spliced::n_amino_codes> seed_letters = [] {
  std::array<seed_letter, spliced::n_amino_codes> letters{};
  letters.fill(no_seed_letter);
  for (std::size_t group = 0; group < seed_groups.size(); ++group)
    for (const char amino : seed_groups[group])
      letters[spliced::amino_letters.find(amino)] = static_cast<seed_letter>(group);
  return letters;
}();

/// A run of seed_length letters as a number.
using seed_word = std::uint32_t;
constexpr std::size_t seed_length = 6;

constexpr seed_word n_seed_letters = seed_groups.size();
constexpr seed_word n_seed_words = [] {
  seed_word n = 1;
  for (std::size_t i = 0; i < seed_length; ++i) n *= n_seed_letters;
  return n;
}();

/// Reads letters one by one and knows the word of the last ones.
class word_reader {
 public:
  /// Whether the last seed_length letters are a word.
  bool add(spliced::residue_code amino) {
    const seed_letter letter = seed_letters[amino];
    if (letter == no_seed_letter) {
      n_letters_ = 0;
      return false;
    }
    word_ = word_ % (n_seed_words / n_seed_letters) * n_seed_letters + letter;
    return ++n_letters_ >= seed_length;
  }
  [[nodiscard]] seed_word word() const { return word_; }

 private:
  seed_word word_ = 0;
  std::size_t n_letters_ = 0;
};

}  // namespace exonweave
