// Weights of a few codons, by name; all others weigh nothing.
#pragma once

#include <initializer_list>
#include <string_view>
#include <utility>

#include "exons/sequences/genetic_code.hpp"

namespace exonweave::testing {

inline codon_weights weights_of(std::initializer_list<std::pair<std::string_view, int>> codons) {
  std::array<codon_weights::weight, codon_weights::n_codons> table{};
  for (const auto& [codon, weight] : codons) {
    std::size_t index = 0;
    for (const char base : codon) index = 4 * index + std::string_view("ACGT").find(base);
    table[index] = static_cast<codon_weights::weight>(weight);
  }
  return codon_weights(table);
}

}  // namespace exonweave::testing
