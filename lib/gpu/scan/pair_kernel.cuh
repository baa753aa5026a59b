// The kernel of `scan-cuda`: two sequences of about equal length in the 16-bit halves of each word, a group of lanes for them, some
// rows of the query in each lane's registers. Lane g of a group is at sequence column t - g in step t.
//
//   T(i,j)  = H(i-1,j-1) + d(s_j, q_i) + c                    c = open + extend; E' = E + c, F' = F + c
//   N(i,j)  = max(T(i,j), E'(i,j), F'(i,j))
//   H(i,j)  = max(N(i,j) - c, 0)
//   E'(i,j+1) = max(E'(i,j) - extend, H(i,j))
//   F'(i+1,j) = max(F'(i,j) - extend, H(i,j))
//
// That is the recurrence of scan_engine.hpp, with c added where a gap's cost was to be taken off. E' and F' begin with 0: E and F of -c
// lose against H >= 0 as those of minus infinity do.
//
// d + c lies in a byte from -128 to 127. Where no d + c is below 0, both halves' T are one addition of 32 bits: neither carries.
//
// Scores that reach overflow_from may have left 16 bits on their way: T of what is below it fits, so the first H at or above it is
// right, and best keeps it, whatever comes after.
#pragma once

#include <cuda_runtime_api.h>

#include "gpu/scan/pair_launch.cuh"
#include "gpu/scan/tell_score.cuh"

namespace exonweave::gpu {

constexpr std::int32_t overflow_from = 32'767 - 127;

/// The query as lanes read it in shared memory: lane l finds 16 rows' scores for a letter in 16 bytes at
/// [chunk of 16 rows][letter][l], so that the lanes of a warp read 512 bytes in a row of banks when their letters are the same, and
/// without conflicts when they are not. Rows behind the query's end get 0: d = -c.
template <int Rows>
struct pair_profile {
  static constexpr int n_chunks = (Rows + 15) / 16;
  static constexpr std::size_t bytes = std::size_t{n_chunks} * n_codes * 32 * 16;

  static __device__ void fill(uint4* profile, const pair_launch& of, const placed_query& query) {
    const std::uint8_t* const residues = of.turn.queries.residues + query.at;
    const auto row_score = [&](std::uint32_t letter, std::uint32_t lane, std::uint32_t in_lane) {
      const std::uint32_t row = of.first_row + lane % of.group * Rows + in_lane;
      if (in_lane >= Rows || row >= query.length) return 0u;
      const std::int32_t score = of.turn.scoring.scores[letter * n_codes + residues[row]];
      return static_cast<std::uint32_t>(score + of.turn.scoring.open_extend) & 0xFF;
    };
    auto* const words = reinterpret_cast<std::uint32_t*>(profile);
    for (std::uint32_t w = threadIdx.x; w < bytes / 4; w += blockDim.x) {
      const std::uint32_t lane = w / 4 % 32, letter = w / 128 % n_codes;
      const std::uint32_t in_lane = w / (128 * n_codes) * 16 + w % 4 * 4;
      std::uint32_t four = 0;
      for (std::uint32_t k = 0; k < 4; ++k) four |= row_score(letter, lane, in_lane + k) << (8 * k);
      words[w] = four;
    }
  }
};

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
template <int Rows, bool IsSigned>
struct pair_lane {
  std::uint32_t H[Rows], E[Rows];
  std::uint32_t best = 0;
  std::uint32_t minus_open, minus_extend;  // of open + extend, and of extend

  __device__ explicit pair_lane(const placed_scoring& scoring)
      : minus_open(both_halves(-scoring.open_extend)), minus_extend(both_halves(-scoring.extend)) {
#pragma unroll
    for (int r = 0; r < Rows; ++r) H[r] = E[r] = 0;
  }

  template <int K>
  __device__ void cell(int r, std::uint32_t low, std::uint32_t high, std::uint32_t& diagonal,
                       std::uint32_t& F) {
    const std::uint32_t d = halves_of<K>(low, high);
    std::uint32_t N;
    if constexpr (IsSigned)
      N = __vmaxs2(__viaddmax_s16x2(diagonal, d, E[r]), F);
    else
      N = __vimax3_s16x2(diagonal + d, E[r], F);
    diagonal = H[r];
    H[r] = __viaddmax_s16x2_relu(N, minus_open, 0u);
    E[r] = __viaddmax_s16x2(E[r], minus_extend, H[r]);
    F = __viaddmax_s16x2(F, minus_extend, H[r]);
  }

  /// `low`, `high`: the profile at the two letters.
  __device__ void column(const uint4* low, const uint4* high, std::uint32_t diagonal, std::uint32_t& F) {
#pragma unroll
    for (int chunk = 0; chunk < pair_profile<Rows>::n_chunks; ++chunk) {
      const uint4 of_low = low[chunk * n_codes * 32], of_high = high[chunk * n_codes * 32];
      const std::uint32_t lows[] = {of_low.x, of_low.y, of_low.z, of_low.w};
      const std::uint32_t highs[] = {of_high.x, of_high.y, of_high.z, of_high.w};
#pragma unroll
      for (int four = 0; four < 4; ++four) {
        const int r = chunk * 16 + four * 4;
        if (r >= Rows) break;
        cell<0>(r, lows[four], highs[four], diagonal, F);
        cell<1>(r + 1, lows[four], highs[four], diagonal, F);
        best = __vimax3_s16x2(best, H[r], H[r + 1]);
        cell<2>(r + 2, lows[four], highs[four], diagonal, F);
        cell<3>(r + 3, lows[four], highs[four], diagonal, F);
        best = __vimax3_s16x2(best, H[r + 2], H[r + 3]);
      }
    }
  }
};

/// Groups of one warp: neighbours in a block of the database.
struct pair_unit {
  std::uint32_t block = 0;
  std::uint32_t pair = 0;     // of this lane's group, in its block
  std::uint32_t longest = 0;  // residues: the first group's first sequence's

  __device__ pair_unit(const pair_launch& of, std::uint32_t unit) {
    const std::uint32_t per_warp = 32 / of.group, per_block = width / 2 / per_warp;
    const std::uint32_t first = unit % per_block * per_warp;
    block = unit / per_block;
    pair = first + threadIdx.x % 32 / of.group;
    longest = of.turn.blocks.lengths[block * width + 2 * first];
  }
};

template <int Rows, bool IsSigned>
__device__ void align_unit(const pair_launch& of, const uint4* profile, const pair_unit& unit) {
  constexpr std::uint32_t all_lanes = 0xFFFFFFFF;
  const placed_blocks& blocks = of.turn.blocks;
  const std::uint32_t in_group = threadIdx.x % of.group;
  const bool is_first = in_group == 0, is_last = in_group == of.group - 1;
  const std::uint64_t block_at = blocks.block_at[unit.block];
  const uint2* const words = reinterpret_cast<const uint2*>(blocks.words + block_at) + unit.pair;
  const std::uint64_t border_at = (block_at - blocks.block_at[0]) * 2 + unit.pair;
  uint2* const border =
      of.border == nullptr ? nullptr : of.border + blockIdx.y * of.border_stride + border_at;
  std::uint32_t* const kept =
      of.best + (std::uint64_t{blockIdx.y} * blocks.n_blocks + unit.block) * (width / 2) + unit.pair;
  const bool reads_border = border != nullptr && of.first_row > 0 && is_first;
  const bool writes_border = border != nullptr && !of.is_last_pass && is_last;

  pair_lane<Rows, IsSigned> lane(of.turn.scoring);
  std::uint32_t letters = spliced::padding_code * 0x101u;
  std::uint32_t above = 0, last_F = 0;  // H of the row above at this column; F' below the last row
  uint2 ahead = is_first ? words[0] : uint2{};
  uint2 four{};
  const std::uint32_t n_words = (unit.longest + 3) / 4;
  const std::uint32_t n_steps = unit.longest + of.group - 1;
  for (std::uint32_t t = 0; t < n_steps; ++t) {
    if (t % 4 == 0) {  // the first lane's next letters; padding when they are over
      four = t / 4 < n_words
                 ? ahead
                 : uint2{spliced::padding_code * 0x01010101u, spliced::padding_code * 0x01010101u};
      if (is_first && t / 4 + 1 < n_words) ahead = words[(t / 4 + 1) * (width / 2)];
    }
    const std::uint32_t from_lane = __shfl_up_sync(all_lanes, letters, 1, of.group);
    const std::uint32_t H_above = __shfl_up_sync(all_lanes, lane.H[Rows - 1], 1, of.group);
    const std::uint32_t F_above = __shfl_up_sync(all_lanes, last_F, 1, of.group);
    const std::uint32_t own = residue_in(four.x, t) | residue_in(four.y, t) << 8;
    letters = is_first ? own : from_lane;
    const std::uint32_t diagonal = above;
    above = is_first ? 0 : H_above;
    std::uint32_t F = is_first ? 0 : F_above;
    if (reads_border && t < unit.longest) {
      const uint2 there = border[std::uint64_t{t} * (width / 2)];
      above = there.x;
      F = there.y;
    }
    lane.column(profile + (letters & 0xFF) * 32, profile + (letters >> 8) * 32, diagonal, F);
    last_F = F;
    if (writes_border && t >= in_group)
      border[std::uint64_t{t - in_group} * (width / 2)] = {lane.H[Rows - 1], last_F};
  }

  std::uint32_t best = lane.best;
  for (std::uint32_t apart = 1; apart < of.group; apart *= 2)
    best = __vmaxs2(best, __shfl_xor_sync(all_lanes, best, apart));
  if (!is_first) return;
  if (of.first_row > 0) best = __vmaxs2(best, *kept);
  if (!of.is_last_pass) {
    *kept = best;
    return;
  }
  const std::uint32_t query = of.which[blockIdx.y];
  for (std::uint32_t half = 0; half < 2; ++half) {
    const std::uint32_t column = 2 * unit.pair + half;
    const auto total = static_cast<std::int32_t>(best >> (16 * half) & 0xFFFF);  // never below 0
    if (blocks.lengths[unit.block * width + column] == 0) continue;
    if (total >= overflow_from)
      do_again(of.turn, query, unit.block, column);
    else
      tell_score(of.turn, query, unit.block, column, total);
  }
}

template <int Rows, bool IsSigned>
__global__ void __launch_bounds__(pair_threads) align_pairs(const pair_launch of) {
  extern __shared__ uint4 profile[];
  __shared__ std::uint32_t n_taken;
  std::uint32_t* const next = of.next + blockIdx.y;
  const std::uint32_t n_units = of.turn.blocks.n_blocks * (width / 2 / (32 / of.group));
  if (threadIdx.x == 0) n_taken = atomicAdd(next, 0u);
  __syncthreads();
  if (n_taken >= n_units) return;  // other blocks were faster
  const placed_query query = of.turn.queries.entries[of.which[blockIdx.y]];
  const std::uint32_t n_blocks = query.n_blocks;
  pair_profile<Rows>::fill(profile, of, query);
  __syncthreads();
  while (true) {
    std::uint32_t taken = 0;
    if (threadIdx.x % 32 == 0) taken = atomicAdd(next, 1u);
    taken = __shfl_sync(0xFFFFFFFF, taken, 0);
    if (taken >= n_units) return;
    const pair_unit unit(of, taken);
    if (of.turn.blocks.numbers[unit.block] >= n_blocks) return;  // numbers ascend
    if (unit.longest > 0) align_unit<Rows, IsSigned>(of, profile + threadIdx.x % 32, unit);
  }
}

template <int Rows, bool IsSigned>
pair_kernel kernel_of() {
  return {Rows, align_pairs<Rows, IsSigned>, pair_profile<Rows>::bytes};
}

template <bool IsSigned>
std::vector<pair_kernel> kernels_of() {
  return {kernel_of<4, IsSigned>(),  kernel_of<8, IsSigned>(),  kernel_of<16, IsSigned>(),
          kernel_of<24, IsSigned>(), kernel_of<32, IsSigned>(), kernel_of<40, IsSigned>(),
          kernel_of<48, IsSigned>(), kernel_of<64, IsSigned>()};
}

}  // namespace exonweave::gpu
