// How kernels tell a pair's score, and that they do not know it.
#pragma once

#include "pairwise/gpu/scan/scan_views.hpp"

namespace exonweave::gpu {

__device__ inline void tell_score(const turn_views& turn, std::uint32_t query, std::uint32_t block,
                                  std::uint32_t column, std::int32_t total) {
  const placed_query& entry = turn.queries.entries[query];
  if (total < entry.least) return;
  const std::uint32_t index = atomicAdd(&turn.found.n->n_hits, 1u);
  if (index < turn.found.n_room_hits)
    turn.found.hits[index] = {entry.number, turn.blocks.numbers[block] * width + column, total};
}

__device__ inline void do_again(const turn_views& turn, std::uint32_t query, std::uint32_t block,
                                std::uint32_t column) {
  const std::uint32_t index = atomicAdd(&turn.found.n->n_redone, 1u);
  if (index < turn.found.n_room_redone)
    turn.found.redone[index] = {turn.queries.first + query, (turn.blocks.first + block) * width + column};
}

/// The residue in a word of four.
__device__ inline std::uint32_t residue_in(std::uint32_t word, std::uint32_t column) {
  return word >> (8 * (column % 4)) & 0xFF;
}

}  // namespace exonweave::gpu
