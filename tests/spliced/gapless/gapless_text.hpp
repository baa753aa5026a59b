// Random queries and texts for matches without gaps.
#pragma once

#include <algorithm>
#include <random>
#include <span>
#include <vector>

#include "spliced/gapless/gapless_layout.hpp"

namespace exonweave::testing {

inline std::vector<spliced::residue_code> random_amino_acids(std::size_t n, std::mt19937& random) {
  std::vector<spliced::residue_code> made(n);
  for (auto& each : made) each = static_cast<spliced::residue_code>(random() % spliced::gapless::n_amino_acids);
  return made;
}

/// With a stop after every query.
struct joined_queries {
  joined_queries(std::span<const std::size_t> lengths, std::mt19937& random) : residues(1, spliced::stop_amino) {
    for (const std::size_t length : lengths) {
      const auto first = static_cast<std::uint32_t>(residues.size());
      const auto made = random_amino_acids(length, random);
      residues.insert(residues.end(), made.begin(), made.end());
      ranges.push_back({first, static_cast<std::uint32_t>(residues.size())});
      residues.push_back(spliced::stop_amino);
    }
  }
  [[nodiscard]] spliced::gapless_queries view() const { return {residues, ranges}; }

  std::vector<spliced::residue_code> residues;
  std::vector<spliced::gapless_queries::range> ranges;
};

/// With a stop after every 64th residue or so.
inline std::vector<spliced::residue_code> random_text(std::size_t n, std::mt19937& random) {
  auto made = random_amino_acids(n, random);
  for (auto& each : made)
    if (random() % 64 == 0) each = spliced::stop_amino;
  return made;
}

/// Parts of queries, with changes, put into a text.
inline void put_homologues(const joined_queries& queries, std::size_t n, std::vector<spliced::residue_code>& text,
                           std::mt19937& random) {
  for (std::size_t k = 0; k < n; ++k) {
    const auto [first, last] = queries.ranges[random() % queries.ranges.size()];
    const std::size_t begin = first + random() % (last - first), room = text.size() - random() % text.size();
    const std::size_t length = std::min<std::size_t>({10 + random() % 120, last - begin, room});
    for (std::size_t i = 0; i < length; ++i)
      if (random() % 3 != 0) text[text.size() - room + i] = queries.residues[begin + i];
  }
}

}  // namespace exonweave::testing
