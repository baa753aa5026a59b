// What the kernel of pairs works on: batches of its blocks of threads, units of its warps, letters of its lanes.
#pragma once

#include <cuda_runtime_api.h>

#include <type_traits>

#include "pairwise/gpu/scan/pair_launch.cuh"

namespace exonweave::gpu {

/// What a block of threads draws: a pass of a query, or of two.
struct pair_batch {
  std::uint32_t query, pass;

  __device__ pair_batch(const pair_launch& launch, std::uint32_t drawn)
      : query(drawn / (launch.blocks_per_pass * launch.n_passes)), pass(drawn % launch.n_passes) {}
};

/// Groups of one warp: neighbours in a block of the database, and of their sequences a window.
template <pair_kind Kind>
struct pair_unit {
  std::uint32_t index;
  std::uint32_t window;
  std::uint32_t block;
  std::uint32_t pair;          // of this lane's group, in its block
  std::uint32_t first_column;  // a multiple of 4
  std::uint32_t n_columns;  // a multiple of 4: of the first group's first sequence, the longest one; 0: nothing to do

  __device__ pair_unit(const pair_launch& launch, std::uint32_t taken)
      : index(taken), window(taken % launch.n_windows) {
    const std::uint32_t first_pair = launch.first_pair + taken / launch.n_windows * (32 / launch.group);
    const std::uint32_t first = first_pair % pairs_of_block(Kind);
    block = first_pair / pairs_of_block(Kind);
    pair = first + threadIdx.x % 32 / launch.group;
    first_column = window * (launch.window / 2);
    const std::uint32_t length = launch.turn.blocks.lengths[block * width + sequences_of(Kind) * first];
    const std::uint32_t overlap = first_column == 0 ? 0 : launch.window / 2;  // with the window before
    n_columns = first_column + overlap < length ? (length - first_column + 3) / 4 * 4 : 0;
    if (launch.window > 0) n_columns = min(n_columns, launch.window);
  }
};

__device__ inline std::uint32_t permuted(std::uint32_t low, std::uint32_t high, std::uint32_t selector) {
  return __byte_perm(low, high, selector);
}
__device__ inline uint2 permuted(const uint2& low, const uint2& high, std::uint32_t selector) {
  return {__byte_perm(low.x, high.x, selector), __byte_perm(low.y, high.y, selector)};
}

/// A lane's letters, four columns at a time, of one sequence (a word) or two (uint2); padding before their begin and
/// after their end. A lane that lags so many columns after the first one finds its four in two words.
template <pair_kind Kind>
class lane_letters {
 public:
  using letters = std::conditional_t<Kind == pair_kind::queries, std::uint32_t, uint2>;

  __device__ lane_letters(const placed_blocks& blocks, const pair_unit<Kind>& unit, std::uint32_t lag)
      : words_(reinterpret_cast<const letters*>(blocks.words + blocks.block_at[unit.block]) +
               std::uint64_t{unit.first_column / 4} * pairs_of_block(Kind) + unit.pair),
        n_words_(unit.n_columns / 4),
        selector_(0x3210 + 0x1111 * ((4 - lag % 4) % 4)) {
    next_ = 0 - (lag + 3) / 4;  // what wraps around is no word either
    now_ = load();
    ahead_ = load();
  }
  __device__ letters take() {
    const letters four = permuted(now_, ahead_, selector_);
    now_ = ahead_;
    ahead_ = load();
    return four;
  }

 private:
  __device__ letters load() {
    constexpr std::uint32_t none = padding_code * 0x01010101u;
    const std::uint32_t word = next_++;
    if (word < n_words_) return words_[std::uint64_t{word} * pairs_of_block(Kind)];
    if constexpr (Kind == pair_kind::queries)
      return none;
    else
      return {none, none};
  }

  const letters* words_;
  std::uint32_t n_words_, selector_, next_;
  letters now_, ahead_;
};

}  // namespace exonweave::gpu
