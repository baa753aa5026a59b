// What codons score as coding sequence, whatever they are aligned with: chains earn it where no target residue
// speaks for a codon.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spliced/graph/graph_view.hpp"
#include "spliced/scoring/alphabet.hpp"

namespace exonweave {

/// In the unit of scores.
class codon_weights {
 public:
  using weight = spliced::gap_weight;
  static constexpr std::size_t n_bases = 4;
  static constexpr std::size_t n_codons = n_bases * n_bases * n_bases;

  /// In the order of the bases A, C, G, T, the third base fastest: AAA, AAC, AAG, AAT, ACA ...
  explicit codon_weights(const std::array<weight, n_codons>& by_codon) : by_codon_(by_codon) {}

  /// 0 where a base is not known: none of A, C, G and T.
  [[nodiscard]] weight of(spliced::residue_code a, spliced::residue_code b, spliced::residue_code c) const {
    const std::size_t i = index_of[a], j = index_of[b], k = index_of[c];
    const bool is_known = i < n_bases && j < n_bases && k < n_bases;
    return is_known ? by_codon_[(i * n_bases + j) * n_bases + k] : weight{0};
  }
  /// Of all, at least 0.
  [[nodiscard]] weight largest() const { return std::max(weight{0}, *std::ranges::max_element(by_codon_)); }
  /// Of the absolute values.
  [[nodiscard]] int largest_change() const { return std::max<int>(largest(), -*std::ranges::min_element(by_codon_)); }

 private:
  static constexpr std::uint8_t none = n_bases;
  static constexpr std::array<std::uint8_t, spliced::n_dna_codes> index_of = {
      none, 0, 1, none, 2, none, none, none, 3, none, none, none, none, none, none, none};

  std::array<weight, n_codons> by_codon_;
};

/// A number for each codon, in the order of codon_weights.
using codon_values = std::array<double, codon_weights::n_codons>;

/// The codon of a place in that order, in upper case.
inline std::string codon_of(std::size_t number) {
  constexpr std::string_view bases = "ACGT";
  constexpr std::size_t n = codon_weights::n_bases;
  return {bases[number / (n * n)], bases[number / n % n], bases[number % n]};
}

/// Of all places.
inline std::vector<std::string> codon_names() {
  std::vector<std::string> codons;
  for (std::size_t number = 0; number < codon_weights::n_codons; ++number) codons.push_back(codon_of(number));
  return codons;
}

}  // namespace exonweave
