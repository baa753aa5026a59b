// Seeds: what two proteins have in common where they are alike. Amino acids of one group count as equal, and only some
// places of a stretch are compared: its shape (spaced seeds, Ma, Tromp and Li 2002, Bioinformatics 18:440). Of as many
// chance matches, shapes with gaps find more than a word without, and several shapes more than one of fewer letters.
//
//   shape    1101010011
//   stretch  MKTAYWDNPQ
//   letters  MK A W  PQ
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "spliced/scoring/alphabet.hpp"

namespace exonweave {

/// The two pairs that replace each other most are one letter each.
constexpr std::array<std::string_view, 18> seed_groups = {"A", "C", "D", "E", "FY", "G", "H", "IV", "K",
                                                          "R", "L", "M", "N", "P",  "Q", "S", "T",  "W"};

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

/// The letters of residues.
std::vector<seed_letter> letters_of(std::span<const spliced::residue_code> residues);

/// The letters of a stretch as a number: different ones for different letters, as there are 7 at most.
using seed_word = std::uint32_t;
constexpr seed_word n_seed_groups = seed_groups.size();

/// A word in 16 bits: equal words have equal ones, and of different words few have.
using word_digest = std::uint16_t;
constexpr word_digest no_digest = 0xFFFF;
constexpr word_digest digest_of(seed_word word) { return static_cast<word_digest>(word % no_digest); }

class seed_shape {
 public:
  static constexpr std::size_t longest = 64;  // residues

  /// `pattern` is of 1 (compared) and 0, begins and ends with 1, and has at most 7 of them. Throws
  /// std::invalid_argument.
  explicit seed_shape(std::string_view pattern);

  /// Residues from the first place to the last.
  [[nodiscard]] std::size_t span() const { return span_; }
  /// All of them are below.
  [[nodiscard]] seed_word n_words() const {
    seed_word n = 1;
    for (std::size_t k = 0; k < places_.size(); ++k) n *= n_seed_groups;
    return n;
  }

  /// The word of the stretch that begins here; all of its span() letters are some group's.
  [[nodiscard]] seed_word word_at(const seed_letter* stretch) const {
    seed_word word = 0;
    for (const std::uint8_t place : places_) word = word * n_seed_groups + stretch[place];
    return word;
  }
  /// The words of as many stretches as `words` has room for, the next one a letter further on; of one with letters of
  /// no group it is any number. As fast as vectors are.
  void words_at(const seed_letter* stretch, std::span<seed_word> words) const;
  /// Whether that word is of so many different letters, or more.
  [[nodiscard]] bool has_letters(const seed_letter* stretch, int n) const;

 private:
  std::vector<std::uint8_t> places_;
  std::size_t span_;
};

/// Calls visit(i) for every stretch of `span` letters, from place i on, that begins in [first, last), lies in `letters`
/// and is of nothing but letters of groups.
template <class Visit>
void for_each_stretch(std::span<const seed_letter> letters, std::size_t first, std::size_t last, std::size_t span,
                      const Visit& visit) {
  std::size_t n_known = 0;
  for (std::size_t i = first; i < letters.size() && i + 1 < last + span; ++i) {
    n_known = letters[i] == no_seed_letter ? 0 : n_known + 1;
    if (n_known >= span) visit(i + 1 - span);
  }
}

/// Calls visit(i, word) for every stretch that for_each_stretch visits for that shape. The words are worked out many at
/// once.
template <class Visit>
void for_each_word(std::span<const seed_letter> letters, std::size_t first, std::size_t last, const seed_shape& shape,
                   const Visit& visit) {
  if (letters.size() < shape.span()) return;
  last = std::min(last, letters.size() - shape.span() + 1);
  std::array<seed_word, 1024> words;
  for (; first < last; first += words.size()) {
    const std::size_t end = std::min(first + words.size(), last);
    shape.words_at(&letters[first], std::span(words).first(end - first));
    for_each_stretch(letters, first, end, shape.span(), [&](std::size_t i) { visit(i, words[i - first]); });
  }
}

}  // namespace exonweave
