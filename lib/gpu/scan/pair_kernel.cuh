// The kernel of `scan-cuda`: two sequences of about equal length in the 16-bit halves of each word, a group of lanes for them, some
// rows of the query in each lane's registers. Lane g of a group is at sequence column t - g in step t; four steps are one turn of the
// loop.
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

#include <type_traits>

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

  static __device__ void fill(uint4* profile, const pair_launch& of, const placed_query& query,
                              std::uint32_t first_row) {
    const std::uint8_t* const residues = of.turn.queries.residues + query.at;
    const auto row_score = [&](std::uint32_t letter, std::uint32_t lane, std::uint32_t in_lane) {
      const std::uint32_t row = first_row + lane % of.group * Rows + in_lane;
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

/// What a block of threads draws: a pass of a query.
struct pair_lot {
  std::uint32_t query, pass;

  __device__ pair_lot(const pair_launch& of, std::uint32_t drawn)
      : query(drawn / (of.blocks_per_pass * of.n_passes)), pass(drawn % of.n_passes) {}
};

/// Groups of one warp: neighbours in a block of the database, and of their sequences a window.
struct pair_unit {
  std::uint32_t index;
  std::uint32_t block;
  std::uint32_t pair;          // of this lane's group, in its block
  std::uint32_t first_column;  // a multiple of 4
  std::uint32_t n_columns;     // a multiple of 4: of the first group's first sequence, the longest one; 0: nothing to do

  __device__ pair_unit(const pair_launch& of, std::uint32_t taken) : index(taken) {
    const std::uint32_t from = of.first_pair + taken / of.n_windows * (32 / of.group);
    const std::uint32_t first = from % (width / 2);
    block = from / (width / 2);
    pair = first + threadIdx.x % 32 / of.group;
    first_column = taken % of.n_windows * (of.window / 2);
    const std::uint32_t length = of.turn.blocks.lengths[block * width + 2 * first];
    const std::uint32_t overlap = first_column == 0 ? 0 : of.window / 2;  // with the window before
    n_columns = first_column + overlap < length ? (length - first_column + 3) / 4 * 4 : 0;
    if (of.window > 0) n_columns = min(n_columns, of.window);
  }
};

/// A lane's letters, four columns of both sequences at a time; padding before their begin and behind their end. A lane that lags so
/// many columns behind the first one finds its four in two words.
class lane_letters {
 public:
  __device__ lane_letters(const uint2* words, std::uint32_t n_words, std::uint32_t lag)
      : words_(words), n_words_(n_words), selector_(0x3210 + 0x1111 * ((4 - lag % 4) % 4)) {
    next_ = 0 - (lag + 3) / 4;  // what wraps around is no word either
    now_ = load();
    ahead_ = load();
    later_ = load();
  }
  __device__ uint2 take() {
    const uint2 four{__byte_perm(now_.x, ahead_.x, selector_), __byte_perm(now_.y, ahead_.y, selector_)};
    now_ = ahead_;
    ahead_ = later_;
    later_ = load();
    return four;
  }

 private:
  __device__ uint2 load() {
    constexpr std::uint32_t none = spliced::padding_code * 0x01010101u;
    const std::uint32_t at = next_++;
    return at < n_words_ ? words_[std::uint64_t{at} * (width / 2)] : uint2{none, none};
  }

  const uint2* words_;
  std::uint32_t n_words_, selector_, next_;
  uint2 now_, ahead_, later_;
};

/// The row between two passes of a unit: what the pass above has put, and what this one puts. Groups have at least 4 lanes.
///
/// Four columns go through `low` and `high`, H and F' of each: take() fills them, each step takes one out in front and pushes one in at
/// the back, put() empties them. The last lane is at column t - group + 1, which is 1 more than a multiple of 4 where t is one. So a
/// quad, as it is put, has three columns of one word's and the first one of the next; the first quad begins with column -3.
template <int Ahead>
class pass_border {
 public:
  __device__ pass_border(const pair_launch& of, const pair_lot& lot, const pair_unit& unit)
      : reads_(lot.pass > 0),
        writes_(lot.pass + 1 < of.n_passes),
        n_quads_(unit.n_columns / 4 + 1),
        put_(1 - of.group / 4) {
    const std::uint32_t first_block = of.first_pair / (width / 2);
    const std::uint64_t n_words = of.turn.blocks.block_at[unit.block] - of.turn.blocks.block_at[first_block];
    quads_ = of.border + lot.query * of.border_stride + n_words * 2 +
             (unit.block - first_block) * quad_stride + unit.pair * 4;
    done_ = of.done + (std::uint64_t{lot.query} * of.n_passes + lot.pass) * of.n_units + unit.index;
    above_ = done_ - of.n_units;
    if (!reads_) return;
    load(0);
    last_ = {ahead_[Ahead - 1][1].z, ahead_[Ahead - 1][1].w};
#pragma unroll
    for (int k = 0; k < Ahead; ++k) load(k + 1);
  }

  /// The next four columns of the pass above; 0 in the first pass, and behind the end.
  __device__ void take(uint4& low, uint4& high) {
    low = {last_.x, last_.y, ahead_[0][0].x, ahead_[0][0].y};
    high = {ahead_[0][0].z, ahead_[0][0].w, ahead_[0][1].x, ahead_[0][1].y};
    last_ = {ahead_[0][1].z, ahead_[0][1].w};
    ++taken_;
    if (reads_) load(taken_ + Ahead);
  }
  /// Of a group's last lane alone what it put is kept.
  __device__ void put(bool is_last, const uint4& low, const uint4& high) {
    const std::uint32_t quad = put_++;  // one before the first wraps around
    if (!writes_ || !is_last || quad >= n_quads_) return;
    auto* const there = reinterpret_cast<uint4*>(quads_ + std::uint64_t{quad} * quad_stride);
    __stcg(there, low);
    __stcg(there + 1, high);
  }
  /// From time to time: what was put can be taken. Not all of it before tell_all().
  __device__ void tell() const {
    constexpr std::uint32_t quads_per_message = 16;
    if (put_ % quads_per_message == 0 && put_ < n_quads_) tell(put_);
  }
  __device__ void tell_all() const { tell(n_quads_); }
  /// Until the pass above has told all.
  __device__ void wait_for_all() {
    if (reads_) wait(n_quads_);
  }

 private:
  static constexpr std::uint32_t quad_stride = width / 2 * 4;  // of columns

  __device__ void load(std::uint32_t quad) {
#pragma unroll
    for (int k = 0; k + 1 < Ahead; ++k) {
      ahead_[k][0] = ahead_[k + 1][0];
      ahead_[k][1] = ahead_[k + 1][1];
    }
    ahead_[Ahead - 1][0] = ahead_[Ahead - 1][1] = {};
    if (quad >= n_quads_) return;
    wait(quad + 1);
    const auto* const there = reinterpret_cast<const uint4*>(quads_ + std::uint64_t{quad} * quad_stride);
    ahead_[Ahead - 1][0] = __ldcg(there);
    ahead_[Ahead - 1][1] = __ldcg(there + 1);
  }
  __device__ void tell(std::uint32_t n) const {
    if (!writes_) return;
    __syncwarp();
    if (threadIdx.x % 32 > 0) return;
    __threadfence();
    *static_cast<volatile std::uint32_t*>(done_) = n;
  }
  __device__ void wait(std::uint32_t n) {
    if (known_ >= n) return;
    if (threadIdx.x % 32 == 0)
      while ((known_ = *static_cast<const volatile std::uint32_t*>(above_)) < n) __nanosleep(20);
    __syncwarp();
    __threadfence();
    known_ = __shfl_sync(0xFFFFFFFF, known_, 0);
  }

  bool reads_, writes_;
  std::uint32_t n_quads_, put_, taken_ = 0, known_ = 0;
  uint2* quads_;
  std::uint32_t *done_, *above_;
  uint2 last_{};
  uint4 ahead_[Ahead][2] = {};
};

/// Where there is one pass only.
struct no_border {
  __device__ no_border(const pair_launch&, const pair_lot&, const pair_unit&) {}
  __device__ void take(uint4& low, uint4& high) { low = high = {}; }
  __device__ void put(bool, const uint4&, const uint4&) {}
  __device__ void tell() const {}
};

__device__ inline void tell_pair(const pair_launch& of, std::uint32_t query, const pair_unit& unit,
                                 std::uint32_t best) {
  const placed_blocks& blocks = of.turn.blocks;
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

template <int Rows, bool IsSigned, bool HasPasses>
__device__ void align_unit(const pair_launch& of, const uint4* profile, const pair_lot& lot,
                           const pair_unit& unit) {
  constexpr std::uint32_t all_lanes = 0xFFFFFFFF;
  constexpr int steps_unrolled = Rows <= 32 ? 4 : 2;  // more would not fit the cache of instructions
  const placed_blocks& blocks = of.turn.blocks;
  const std::uint32_t in_group = threadIdx.x % of.group;
  const bool is_first = in_group == 0;
  lane_letters letters(reinterpret_cast<const uint2*>(blocks.words + blocks.block_at[unit.block]) +
                           std::uint64_t{unit.first_column / 4} * (width / 2) + unit.pair,
                       unit.n_columns / 4, in_group);
  std::conditional_t<HasPasses, pass_border<Rows <= 16 ? 2 : 1>, no_border> border(of, lot, unit);
  pair_lane<Rows, IsSigned> lane(of.turn.scoring);
  std::uint32_t above = 0, last_F = 0;  // H of the row above at this column; F' below the last row
  const std::uint32_t n_steps = unit.n_columns + of.group - 1;
  for (std::uint32_t t = 0; t < n_steps; t += 4) {
    uint2 four = letters.take();
    uint4 low, high;
    border.take(low, high);
#pragma unroll(steps_unrolled)
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t H_above = __shfl_up_sync(all_lanes, lane.H[Rows - 1], 1, of.group);
      const std::uint32_t F_above = __shfl_up_sync(all_lanes, last_F, 1, of.group);
      const std::uint32_t diagonal = above;
      above = is_first ? low.x : H_above;
      std::uint32_t F = is_first ? low.y : F_above;
      lane.column(profile + (four.x & 0xFF) * 32, profile + (four.y & 0xFF) * 32, diagonal, F);
      last_F = F;
      four = {four.x >> 8, four.y >> 8};
      low = {low.z, low.w, high.x, high.y};
      high = {high.z, high.w, lane.H[Rows - 1], F};
    }
    border.put(in_group == of.group - 1, low, high);
    border.tell();
  }

  std::uint32_t best = lane.best;
  for (std::uint32_t apart = 1; apart < of.group; apart *= 2)
    best = __vmaxs2(best, __shfl_xor_sync(all_lanes, best, apart));
  if constexpr (HasPasses) {
    std::uint32_t* const kept =
        of.best + std::uint64_t{lot.query} * of.n_pairs + unit.block * (width / 2) + unit.pair - of.first_pair;
    border.wait_for_all();
    if (is_first && lot.pass > 0) best = __vmaxs2(best, __ldcg(kept));
    if (is_first) __stcg(kept, best);
    border.tell_all();
    if (lot.pass + 1 < of.n_passes) return;
  }
  if (is_first) tell_pair(of, of.which[lot.query], unit, best);
}

// How many blocks at least a multiprocessor is to have registers for.
constexpr unsigned blocks_with_rows(int rows, bool has_passes) {
  if (rows > 32) return 1;
  return rows > 16 || has_passes ? 2 : 3;
}

template <int Rows, bool IsSigned, bool HasPasses>
__global__ void __launch_bounds__(pair_threads, blocks_with_rows(Rows, HasPasses)) align_pairs(const pair_launch of) {
  extern __shared__ uint4 profile[];
  __shared__ std::uint32_t drawn, n_taken;
  if (threadIdx.x == 0) {
    drawn = atomicAdd(of.counters, 1u);
    const pair_lot lot(of, drawn);
    n_taken = atomicAdd(of.counters + 1 + lot.query * of.n_passes + lot.pass, 0u);
  }
  __syncthreads();
  if (n_taken >= of.n_units) return;  // other blocks were faster
  const pair_lot lot(of, drawn);
  std::uint32_t* const next = of.counters + 1 + lot.query * of.n_passes + lot.pass;
  const placed_query query = of.turn.queries.entries[of.which[lot.query]];
  pair_profile<Rows>::fill(profile, of, query, lot.pass * of.group * Rows);
  __syncthreads();
  while (true) {
    std::uint32_t taken = 0;
    if (threadIdx.x % 32 == 0) taken = atomicAdd(next, 1u);
    taken = __shfl_sync(0xFFFFFFFF, taken, 0);
    if (taken >= of.n_units) return;
    const pair_unit unit(of, taken);
    if (of.turn.blocks.numbers[unit.block] >= query.n_blocks) return;  // numbers ascend
    if (unit.n_columns > 0)
      align_unit<Rows, IsSigned, HasPasses>(of, profile + threadIdx.x % 32, lot, unit);
  }
}

template <bool IsSigned, bool HasPasses, int... Rows>
void add_kernels(std::vector<pair_kernel>& to) {
  (to.push_back({Rows, HasPasses, align_pairs<Rows, IsSigned, HasPasses>, pair_profile<Rows>::bytes}), ...);
}

}  // namespace exonweave::gpu
