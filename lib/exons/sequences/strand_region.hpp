// A stretch of one strand in reading direction, as residues.
#pragma once

#include <cstdint>
#include <vector>

#include "spliced/scoring/alphabet.hpp"

namespace exonweave {

/// The residues of a region of one strand; `start` is the strand coordinate of the first.
struct strand_region {
  std::int64_t start = 0;
  std::vector<spliced::residue_code> residues;

  /// The residue at a strand coordinate within the region.
  [[nodiscard]] spliced::residue_code at(std::int64_t position) const {
    return residues[static_cast<std::size_t>(position - start)];
  }
  [[nodiscard]] std::int64_t end() const { return start + static_cast<std::int64_t>(residues.size()); }
};

}  // namespace exonweave
