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
#include <vector_types.h>

#include <cstdint>
#include <type_traits>
#include <vector>

#include "pairwise/gpu/scan/scan_kernels.hpp"

namespace exonweave::gpu {

// What a launch of the kernel of pairs gets: some queries against a range of blocks.
//
// A query longer than the rows of a group is aligned in passes of group * rows residues. The lowest row of a pass is
// the border that the next one begins from. All passes of a launch run at the same time, each on blocks of threads of
// its own, one right after the other. Blocks draw batches for what they do, so that a pass only ever waits for blocks
// that have begun.
//
// A sequence may be cut in windows that overlap by half: an alignment that scores enough is no longer than the overlap,
// so one of them holds it whole. Every window reports its score, and the highest counts.

constexpr unsigned pair_threads = 256;

/// What the halves of a word are.
enum class pair_kind {
  sequences,         // two of them, one query; open + extend + d lies in [0, 127]
  signed_sequences,  // the same; in [-128, 127]
  queries,           // two of them, one sequence; in [0, 127]
};

constexpr std::uint32_t sequences_of(pair_kind kind) { return kind == pair_kind::queries ? 1 : 2; }
constexpr std::uint32_t queries_of(pair_kind kind) { return 3 - sequences_of(kind); }
constexpr std::uint32_t pairs_of_block(pair_kind kind) { return block_width / sequences_of(kind); }

/// Fours of columns that a pass puts of a window: the first has one column alone.
constexpr std::uint32_t quads_of_window(std::uint32_t window) { return window / 4 + 1; }

struct pair_launch {
  turn_views turn;
  // Indices of entries: [n_queries], or of pairs of queries [n_queries][2]. Below a pair of queries counts as one.
  const std::uint32_t* which = nullptr;
  std::uint32_t n_queries = 0;
  std::uint32_t group = 1;  // lanes of a pair: 1, 2, 4, 8, 16, 32
  std::uint32_t n_passes = 1;
  std::uint32_t blocks_per_pass = 1;  // of threads, for each query
  std::uint32_t window = 0;           // columns, a multiple of 8; 0: sequences are not cut
  std::uint32_t n_windows = 1;        // of the longest sequence
  std::uint32_t first_pair = 0;       // of the range; of two queries every sequence is a pair
  std::uint32_t n_pairs = 0;          // of the range
  std::uint32_t n_units = 0;          // warps' work: pairs of a warp, times windows
  // [1 + n_queries * n_passes] 0 before the launch: batches that were drawn, then units that were taken of each pass of
  // a query.
  std::uint32_t* counters = nullptr;
  // Null with one pass.
  std::uint32_t* reported = nullptr;  // [n_queries][n_passes][n_units] 0 before the launch (pass_border)
  // [n_queries][n_windows][quads of the range's blocks][pairs of a block][4 columns]; of a block as many quads as its
  // rows of words, or as a window has, and one more
  uint2* border = nullptr;
  std::uint64_t border_stride = 0;  // elements of a window
  std::uint32_t* best = nullptr;    // [n_queries][n_windows][n_pairs] of the passes so far
};

struct pair_kernel {
  pair_kind kind = pair_kind::sequences;
  std::uint32_t rows = 0;  // of a lane
  bool is_for_passes = false;
  void (*start)(pair_launch) = nullptr;
  std::size_t shared_bytes = 0;
};

std::vector<pair_kernel> kernels_of(pair_kind kind);

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
