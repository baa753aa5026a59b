// Makes the interleaved blocks of a database (sequence_blocks.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pairwise/scan/sequence_blocks.hpp"

namespace exonweave {

class owned_blocks {
 public:
  /// Adds a sequence, which has a residue at least and is no longer than the one before. Throws std::invalid_argument
  /// otherwise.
  void add(std::span<const spliced::residue_code> residues);

  [[nodiscard]] sequence_blocks view() const { return {lengths_, block_at_, words_}; }

 private:
  std::vector<std::uint32_t> lengths_;
  std::vector<std::uint64_t> block_at_{0};
  std::vector<std::uint32_t> words_;
};

/// [sequences] The order of a database: longest first; of equal lengths as given.
std::vector<std::uint32_t> order_by_length(std::span<const std::uint32_t> lengths);

}  // namespace exonweave
