// A substitution matrix as devices have it.
#pragma once

#include <cstddef>
#include <vector>

#include "spliced/scoring/substitution.hpp"

namespace exonweave::gpu {

/// [n_codes][n_codes] genome x target. T holds all scores.
template <class T>
std::vector<T> substitution_table(const spliced::substitution_matrix& matrix) {
  std::vector<T> table;
  for (std::size_t genomic = 0; genomic < matrix.n_codes(); ++genomic)
    for (std::size_t in_target = 0; in_target < matrix.n_codes(); ++in_target)
      table.push_back(static_cast<T>(
          matrix(static_cast<spliced::residue_code>(genomic), static_cast<spliced::residue_code>(in_target))));
  return table;
}

}  // namespace exonweave::gpu
