// The cells of the kernel of pairs: a lane's rows of the query in one column, two alignments in the 16-bit halves of
// each word.
//
//   T(i,j)  = H(i-1,j-1) + d(s_j, q_i) + c                    c = open + extend; E' = E + c, F' = F + c
//   N(i,j)  = max(T(i,j), E'(i,j), F'(i,j))
//   H(i,j)  = max(N(i,j) - c, 0)
//   E'(i,j+1) = max(E'(i,j) - extend, H(i,j))
//   F'(i+1,j) = max(F'(i,j) - extend, H(i,j))
//
// That is the recurrence of scan_engine.hpp, with c added where a gap's cost was to be taken off. E' and F' begin with
// 0: E and F of -c lose against H >= 0 as those of minus infinity do.
//
// d + c lies in a byte from -128 to 127. Where no d + c is below 0, both halves' T are one addition of 32 bits: neither
// carries.
//
// Scores that reach overflow_from may have left 16 bits on their way: T of what is below it fits, so the first H at or
// above it is right, and best keeps it, whatever comes after.
#pragma once

#include <cuda_runtime_api.h>

#include <type_traits>

#include "pairwise/gpu/scan/pair_launch.cuh"

namespace exonweave::gpu {

// The scores of a query, or of two, with all letters, where the lanes of the kernel of pairs read them.

/// The query as lanes read it in shared memory: lane l finds a chunk of rows' scores for a letter in 16 bytes at
/// [chunk][letter][l], so that the lanes of a warp read 512 bytes in a row of banks when their letters are the same,
/// and without conflicts when they are not. A row is a byte, or, of two queries, a word of two halves. Rows after a
/// query's end get 0: d = -c.
template <pair_kind Kind, int Rows>
struct pair_profile {
  static constexpr bool is_of_two = Kind == pair_kind::queries;
  static constexpr int rows_per_chunk = is_of_two ? 4 : 16;
  static constexpr int n_chunks = (Rows + rows_per_chunk - 1) / rows_per_chunk;
  static constexpr std::size_t bytes = std::size_t{n_chunks} * n_codes * 32 * 16;

  /// Where a lane finds a letter's rows, as an address in shared memory: the compiler would work out its parts in every
  /// step.
  static __device__ std::uint32_t lane_base(const uint4* profile) {
    auto base = static_cast<std::uint32_t>(__cvta_generic_to_shared(profile + threadIdx.x % 32));
    asm volatile("" : "+r"(base));
    return base;
  }
  static __device__ std::uint32_t at(std::uint32_t base, std::uint32_t letter) {
    return base + letter * (32 * sizeof(uint4));
  }
  static __device__ uint4 rows(std::uint32_t address, int chunk) {
    uint4 sixteen;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(sixteen.x), "=r"(sixteen.y), "=r"(sixteen.z), "=r"(sixteen.w)
                 : "r"(address + static_cast<std::uint32_t>(chunk * n_codes * 32 * sizeof(uint4))));
    return sixteen;
  }

  /// `queries`: one, or two.
  static __device__ void fill(uint4* profile, const pair_launch& launch, const std::uint32_t* queries,
                              std::uint32_t first_row) {
    const auto row_score = [&](std::uint32_t query, std::uint32_t letter, std::uint32_t lane, std::uint32_t in_lane) {
      const placed_query& entry = launch.turn.queries.entries[queries[query]];
      const std::uint32_t row = first_row + lane % launch.group * Rows + in_lane;
      if (in_lane >= Rows || row >= entry.length) return 0u;
      const std::uint32_t residue = launch.turn.queries.residues[entry.offset + row];
      const std::int32_t score = launch.turn.scoring.scores[letter * n_codes + residue];
      return static_cast<std::uint32_t>(score + launch.turn.scoring.open_extend) & 0xFF;
    };
    auto* const words = reinterpret_cast<std::uint32_t*>(profile);
    for (std::uint32_t w = threadIdx.x; w < bytes / 4; w += blockDim.x) {
      const std::uint32_t lane = w / 4 % 32, letter = w / 128 % n_codes;
      const std::uint32_t in_lane = w / (128 * n_codes) * rows_per_chunk + w % 4 * (rows_per_chunk / 4);
      if constexpr (is_of_two) {
        words[w] = row_score(0, letter, lane, in_lane) | row_score(1, letter, lane, in_lane) << 16;
      } else {
        std::uint32_t four = 0;
        for (std::uint32_t k = 0; k < 4; ++k) four |= row_score(0, letter, lane, in_lane + k) << (8 * k);
        words[w] = four;
      }
    }
  }
};

constexpr std::int32_t overflow_from = 32'767 - 127;

/// Bytes `k` of both words as two halves, with their signs.
template <int K>
__device__ inline std::uint32_t halves_of(std::uint32_t low, std::uint32_t high) {
  std::uint32_t both;  // __byte_perm has no bit for signs
  asm("prmt.b32 %0, %1, %2, %3;"
      : "=r"(both)
      : "r"(low), "r"(high), "n"(K | (8 + K) << 4 | (4 + K) << 8 | (12 + K) << 12));
  return both;
}

constexpr std::uint32_t both_halves(std::int32_t value) {
  return (static_cast<std::uint32_t>(value) & 0xFFFF) * 0x10001u;
}

/// One column of a lane's rows.
template <pair_kind Kind, int Rows>
struct pair_lane {
  using profile = pair_profile<Kind, Rows>;

  std::uint32_t H[Rows], E[Rows];
  std::uint32_t best = 0;
  std::uint32_t minus_open, minus_extend;  // of open + extend, and of extend

  __device__ explicit pair_lane(const placed_scoring& scoring)
      : minus_open(both_halves(-scoring.open_extend)), minus_extend(both_halves(-scoring.extend)) {
#pragma unroll
    for (int r = 0; r < Rows; ++r) H[r] = E[r] = 0;
  }

  __device__ void cell(int r, std::uint32_t d, std::uint32_t& diagonal, std::uint32_t& F) {
    std::uint32_t N;
    if constexpr (Kind == pair_kind::signed_sequences)
      N = __vmaxs2(__viaddmax_s16x2(diagonal, d, E[r]), F);
    else
      N = __vimax3_s16x2(diagonal + d, E[r], F);
    diagonal = H[r];
    H[r] = __viaddmax_s16x2_relu(N, minus_open, 0u);
    E[r] = __viaddmax_s16x2(E[r], minus_extend, H[r]);
    F = __viaddmax_s16x2(F, minus_extend, H[r]);
    if (r % 2 == 1) best = __vimax3_s16x2(best, H[r - 1], H[r]);
  }

  /// `low`, `high`: where the profile has the letters; of one sequence `low` alone counts.
  __device__ void column(std::uint32_t low, std::uint32_t high, std::uint32_t diagonal, std::uint32_t& F) {
#pragma unroll
    for (int chunk = 0; chunk < profile::n_chunks; ++chunk) {
      const uint4 of_low = profile::rows(low, chunk);
      const std::uint32_t lows[] = {of_low.x, of_low.y, of_low.z, of_low.w};
      const int first = chunk * profile::rows_per_chunk;
      if constexpr (profile::is_of_two) {
#pragma unroll
        for (int k = 0; k < 4; ++k) cell(first + k, lows[k], diagonal, F);
      } else {
        const uint4 of_high = profile::rows(high, chunk);
        const std::uint32_t highs[] = {of_high.x, of_high.y, of_high.z, of_high.w};
#pragma unroll
        for (int four = 0; four < 4; ++four) {
          const int r = first + four * 4;
          if (r >= Rows) break;
          cell(r, halves_of<0>(lows[four], highs[four]), diagonal, F);
          cell(r + 1, halves_of<1>(lows[four], highs[four]), diagonal, F);
          cell(r + 2, halves_of<2>(lows[four], highs[four]), diagonal, F);
          cell(r + 3, halves_of<3>(lows[four], highs[four]), diagonal, F);
        }
      }
    }
  }
};

// What the kernel of pairs works on: batches of its blocks of threads, units of its warps, letters of its lanes.

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
