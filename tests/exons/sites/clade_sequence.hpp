// Random sequence whose pairs of neighbouring bases are as frequent as in the genes of a clade.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace exonweave::testing {

/// Percent of A, C, G and T after each of A, C, G and T.
using pair_percents = std::array<std::array<std::uint64_t, 4>, 4>;

constexpr pair_percents human_pairs{{{29, 21, 31, 19}, {29, 31, 9, 31}, {24, 26, 31, 19}, {19, 24, 31, 26}}};
constexpr pair_percents fly_pairs{{{30, 22, 23, 25}, {28, 25, 24, 23}, {23, 31, 25, 21}, {19, 23, 28, 30}}};
constexpr pair_percents even_pairs{{{25, 25, 25, 25}, {25, 25, 25, 25}, {25, 25, 25, 25}, {25, 25, 25, 25}}};

inline std::string clade_sequence(const pair_percents& pairs, std::size_t n) {
  constexpr std::string_view letters = "ACGT";
  std::mt19937_64 random(1);
  std::string text = "A";
  while (text.size() < n) {
    const auto& next = pairs[letters.find(text.back())];
    std::uint64_t drawn = random() % 100;
    std::size_t letter = 0;
    while (drawn >= next[letter]) drawn -= next[letter++];
    text += letters[letter];
  }
  return text;
}

}  // namespace exonweave::testing
