// What a gene carries over an intron that stands within a codon: the bases of the codon before the intron, as one small
// number.
//
//   0          none: the intron stands between two codons
//   1 - 4      one:  A, C, G, T
//   5 - 20     two:  AA, AC, AG, AT, CA ... TT
//   21         a base that is not known: no gene is split there
#pragma once

#include <array>
#include <cstddef>

#include "spliced/scoring/alphabet.hpp"

namespace exonweave::split_codon_prefix {

constexpr std::size_t n_bases = 4;
constexpr std::size_t none = 0, first_of_one = 1, first_of_two = first_of_one + n_bases;
constexpr std::size_t unknown = first_of_two + n_bases * n_bases;
constexpr std::size_t count = unknown + 1;

/// A, C, G, T as 0 to 3; n_bases for all others.
constexpr std::size_t index_of(spliced::residue_code base) {
  constexpr std::array<std::size_t, spliced::n_dna_codes> indices = {4, 0, 1, 4, 2, 4, 4, 4, 3, 4, 4, 4, 4, 4, 4, 4};
  return indices[base];
}

constexpr std::size_t one(spliced::residue_code base) {
  const std::size_t index = index_of(base);
  return index < n_bases ? first_of_one + index : unknown;
}

constexpr std::size_t two(spliced::residue_code first, spliced::residue_code second) {
  const std::size_t i = index_of(first), j = index_of(second);
  return i < n_bases && j < n_bases ? first_of_two + n_bases * i + j : unknown;
}

}  // namespace exonweave::split_codon_prefix
