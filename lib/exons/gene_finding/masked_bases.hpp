// A sequence as gene finding reads it: bases as numbers, which of them are masked softly, and the gaps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "exons/sequences/interval.hpp"

namespace exonweave {

/// A, C, G and T are 0 to 3, so that 3 - b is the complement; all other letters are unknown.
using base_number = std::uint8_t;
constexpr base_number unknown_base = 4;
constexpr std::size_t n_known_bases = 4;

constexpr base_number complement(base_number base) {
  return base == unknown_base ? unknown_base : static_cast<base_number>(3 - base);
}

class masked_bases {
 public:
  masked_bases() = default;
  /// Of letters in the case of a file, where lower case is a soft mask.
  explicit masked_bases(std::string_view as_written);

  [[nodiscard]] std::int64_t length() const { return static_cast<std::int64_t>(bases_.size()); }

  /// The base at a position; unknown beyond the ends.
  [[nodiscard]] base_number at(std::int64_t position) const {
    return is_within(position) ? static_cast<base_number>(bases_[static_cast<std::size_t>(position)] & of_base)
                               : unknown_base;
  }
  [[nodiscard]] bool is_masked(std::int64_t position) const {
    return is_within(position) && (bases_[static_cast<std::size_t>(position)] & mask) != 0;
  }

  /// Runs of shortest_gap unknown bases and more: no exon goes over one, and genes may be cut there. Ascending.
  [[nodiscard]] const std::vector<interval>& gaps() const { return gaps_; }

  [[nodiscard]] masked_bases reverse_complement() const;

 private:
  static constexpr std::uint8_t of_base = 7, mask = 8;

  [[nodiscard]] bool is_within(std::int64_t position) const {
    return static_cast<std::uint64_t>(position) < bases_.size();
  }
  void find_gaps();

  std::vector<std::uint8_t> bases_;  // a base number, and the mask
  std::vector<interval> gaps_;
};

/// Three known bases as a number, the last one fastest; any of them may be unknown, and then it is no_codon.
constexpr std::size_t no_codon = 64;
constexpr std::size_t codon_number(base_number first, base_number second, base_number third) {
  if (first == unknown_base || second == unknown_base || third == unknown_base) return no_codon;
  return (first * n_known_bases + second) * n_known_bases + third;
}
inline std::size_t codon_number_at(const masked_bases& bases, std::int64_t position) {
  return codon_number(bases.at(position), bases.at(position + 1), bases.at(position + 2));
}

}  // namespace exonweave
