// What kernels of scans read and write. Pointers are the device's.
//
// A device holds blocks of a database as sequence_blocks.hpp draws them, each wherever it was put. What is wrong with a
// score's lanes is not lost: a pair whose score may have left them goes to a list, and is done again in 32 bits.
#pragma once

#include <cstdint>

#include "pairwise/scan/sequence_blocks.hpp"

namespace exonweave::gpu {

constexpr std::uint32_t n_codes = n_block_codes;
constexpr std::uint32_t width = block_width;

struct placed_blocks {
  const std::uint32_t* words = nullptr;
  const std::uint64_t* block_at = nullptr;  // [n_blocks + 1] words before each
  const std::uint32_t* lengths = nullptr;   // [n_blocks][block_width] residues; 0 where there is no sequence
  const std::uint32_t* numbers = nullptr;   // [n_blocks] of each in the database
  std::uint32_t n_blocks = 0;
  std::uint32_t first = 0;  // of them among the turn's

  /// `n` of them from the `begin`th on.
  [[nodiscard]] placed_blocks part(std::uint32_t begin, std::uint32_t n) const {
    return {words, block_at + begin, lengths + begin * block_width, numbers + begin, n, first + begin};
  }
};

struct placed_query {
  std::uint32_t offset = 0;    // residues before it
  std::uint32_t length = 0;    // residues
  std::uint32_t number = 0;    // in the caller's order
  std::int32_t least = 0;      // what scores less is not reported
  std::uint32_t n_blocks = 0;  // of the database: no sequence after them can score as much
  std::uint32_t span = 0;      // residues of a sequence that an alignment of `least` covers at most
};

struct placed_queries {
  const std::uint8_t* residues = nullptr;
  const placed_query* entries = nullptr;  // [n_queries]
  std::uint32_t n_queries = 0;
  std::uint32_t first = 0;  // of them among the turn's
};

/// Scores lie so that none changes a result (device_scoring.hpp).
struct placed_scoring {
  const std::int32_t* scores = nullptr;  // [n_block_codes][n_block_codes], sequence x query
  std::int32_t open_extend = 0;          // what a gap's first residue costs
  std::int32_t extend = 0;               // what each other one costs
};

struct placed_hit {
  std::uint32_t query = 0;     // number
  std::uint32_t sequence = 0;  // in the database
  std::int32_t total = 0;
};

/// A pair that is to be done again.
struct placed_redo {
  std::uint32_t query = 0;     // index among the entries
  std::uint32_t sequence = 0;  // block * block_width + column, of the turn's blocks
};

/// Lists that kernels append to. Counters go on where there is no room, so that they tell how much is needed.
struct found_pairs {
  placed_hit* hits = nullptr;
  placed_redo* redone = nullptr;
  std::uint32_t n_room_hits = 0, n_room_redone = 0;
  struct counters {
    std::uint32_t n_hits = 0, n_redone = 0;
  }* n = nullptr;
};

/// All that kernels of one turn have: some queries against some blocks.
struct turn_views {
  placed_blocks blocks;
  placed_queries queries;
  placed_scoring scoring;
  found_pairs found;
};

}  // namespace exonweave::gpu
