// Blocks of a database that are on a device at once, as the host plans with them. Plain C++.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pairwise/scan/sequence_blocks.hpp"

namespace exonweave::gpu {

struct database_piece {
  std::vector<std::uint32_t> numbers;   // [n_blocks] of each in the database
  std::vector<std::uint64_t> block_at;  // [n_blocks + 1] words before each, on the device
  std::vector<std::uint32_t> lengths;   // [n_blocks][block_width] residues; 0 where there is no sequence
  std::vector<std::uint32_t> longest;   // [n_blocks] residues
  std::vector<std::uint64_t> residues;  // [n_blocks + 1] before each

  [[nodiscard]] std::size_t n_blocks() const { return numbers.size(); }
};

database_piece make_piece(const sequence_blocks& database, std::vector<std::uint32_t> numbers);

/// Of the blocks first, first + step, ...: pieces of at most so many words, or of one block.
std::vector<database_piece> make_pieces(const sequence_blocks& database, std::size_t first, std::size_t step,
                                        std::uint64_t max_words);

/// A range of blocks or queries.
struct index_range {
  std::size_t begin = 0, end = 0;
};

/// Ranges of a piece's blocks of at most so many words each, or of one block.
std::vector<index_range> block_ranges(const database_piece& piece, std::uint64_t max_words);

}  // namespace exonweave::gpu
