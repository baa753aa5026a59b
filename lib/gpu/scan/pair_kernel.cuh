// The kernel of `scan-cuda`: two alignments in the 16-bit halves of each word, a group of lanes for them, some rows of the query in each
// lane's registers. Lane g of a group is at sequence column t - g in step t; four steps are one turn of the loop. The two are of one
// query and two sequences of about equal length, or of two such queries and one sequence: then both have the same letter, and their
// scores need not be put together from two places.
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

#include <cuda/atomic>
#include <type_traits>

#include "gpu/scan/pair_launch.cuh"
#include "gpu/scan/tell_score.cuh"

namespace exonweave::gpu {

constexpr std::int32_t overflow_from = 32'767 - 127;

/// The query as lanes read it in shared memory: lane l finds a chunk of rows' scores for a letter in 16 bytes at [chunk][letter][l],
/// so that the lanes of a warp read 512 bytes in a row of banks when their letters are the same, and without conflicts when they are
/// not. A row is a byte, or, of two queries, a word of two halves. Rows behind a query's end get 0: d = -c.
template <pair_kind Kind, int Rows>
struct pair_profile {
  static constexpr bool is_of_two = Kind == pair_kind::queries;
  static constexpr int rows_per_chunk = is_of_two ? 4 : 16;
  static constexpr int n_chunks = (Rows + rows_per_chunk - 1) / rows_per_chunk;
  static constexpr std::size_t bytes = std::size_t{n_chunks} * n_codes * 32 * 16;

  /// Where a lane finds a letter's rows, as an address in shared memory: the compiler would work out its parts in every step.
  static __device__ std::uint32_t lane_base(const uint4* profile) {
    auto base = static_cast<std::uint32_t>(__cvta_generic_to_shared(profile + threadIdx.x % 32));
    asm volatile("" : "+r"(base));
    return base;
  }
  static __device__ std::uint32_t at(std::uint32_t base, std::uint32_t letter) {
    return base + letter * (32 * sizeof(uint4));
  }
  static __device__ uint4 rows(std::uint32_t at, int chunk) {
    uint4 sixteen;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(sixteen.x), "=r"(sixteen.y), "=r"(sixteen.z), "=r"(sixteen.w)
                 : "r"(at + static_cast<std::uint32_t>(chunk * n_codes * 32 * sizeof(uint4))));
    return sixteen;
  }

  /// `queries`: one, or two.
  static __device__ void fill(uint4* profile, const pair_launch& of, const std::uint32_t* queries,
                              std::uint32_t first_row) {
    const auto row_score = [&](std::uint32_t query, std::uint32_t letter, std::uint32_t lane,
                               std::uint32_t in_lane) {
      const placed_query& entry = of.turn.queries.entries[queries[query]];
      const std::uint32_t row = first_row + lane % of.group * Rows + in_lane;
      if (in_lane >= Rows || row >= entry.length) return 0u;
      const std::uint32_t residue = of.turn.queries.residues[entry.at + row];
      const std::int32_t score = of.turn.scoring.scores[letter * n_codes + residue];
      return static_cast<std::uint32_t>(score + of.turn.scoring.open_extend) & 0xFF;
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

/// What a block of threads draws: a pass of a query, or of two.
struct pair_lot {
  std::uint32_t query, pass;

  __device__ pair_lot(const pair_launch& of, std::uint32_t drawn)
      : query(drawn / (of.blocks_per_pass * of.n_passes)), pass(drawn % of.n_passes) {}
};

/// Groups of one warp: neighbours in a block of the database, and of their sequences a window.
template <pair_kind Kind>
struct pair_unit {
  std::uint32_t index;
  std::uint32_t window;
  std::uint32_t block;
  std::uint32_t pair;          // of this lane's group, in its block
  std::uint32_t first_column;  // a multiple of 4
  std::uint32_t
      n_columns;  // a multiple of 4: of the first group's first sequence, the longest one; 0: nothing to do

  __device__ pair_unit(const pair_launch& of, std::uint32_t taken)
      : index(taken), window(taken % of.n_windows) {
    const std::uint32_t from = of.first_pair + taken / of.n_windows * (32 / of.group);
    const std::uint32_t first = from % pairs_of_block(Kind);
    block = from / pairs_of_block(Kind);
    pair = first + threadIdx.x % 32 / of.group;
    first_column = window * (of.window / 2);
    const std::uint32_t length = of.turn.blocks.lengths[block * width + sequences_of(Kind) * first];
    const std::uint32_t overlap = first_column == 0 ? 0 : of.window / 2;  // with the window before
    n_columns = first_column + overlap < length ? (length - first_column + 3) / 4 * 4 : 0;
    if (of.window > 0) n_columns = min(n_columns, of.window);
  }
};

__device__ inline std::uint32_t permuted(std::uint32_t low, std::uint32_t high, std::uint32_t selector) {
  return __byte_perm(low, high, selector);
}
__device__ inline uint2 permuted(const uint2& low, const uint2& high, std::uint32_t selector) {
  return {__byte_perm(low.x, high.x, selector), __byte_perm(low.y, high.y, selector)};
}

/// A lane's letters, four columns at a time, of one sequence (a word) or two (uint2); padding before their begin and behind their end.
/// A lane that lags so many columns behind the first one finds its four in two words.
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
    constexpr std::uint32_t none = spliced::padding_code * 0x01010101u;
    const std::uint32_t at = next_++;
    if (at < n_words_) return words_[std::uint64_t{at} * pairs_of_block(Kind)];
    if constexpr (Kind == pair_kind::queries)
      return none;
    else
      return {none, none};
  }

  const letters* words_;
  std::uint32_t n_words_, selector_, next_;
  letters now_, ahead_;
};

__device__ inline uint2 load_relaxed(const uint2* from) {
  uint2 both;
  asm volatile("ld.relaxed.gpu.global.v2.u32 {%0, %1}, [%2];"
               : "=r"(both.x), "=r"(both.y)
               : "l"(from)
               : "memory");
  return both;
}

__device__ inline void store_relaxed(uint2* to, const uint4& two) {
  asm volatile("st.relaxed.gpu.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(two.x), "r"(two.y),
               "r"(two.z), "r"(two.w)
               : "memory");
}

/// The row between two passes of a unit: H and F' of what the pass above has put, and what this one puts in its place. A group has 4
/// lanes at least.
///
/// Each lane of a group holds one of the group's next columns, and looks ahead for one of those behind them. The last lane puts four
/// columns at once. It is at column t - group + 1, which is 1 more than a multiple of 4 where t is one: so column c is the (c + 3)rd.
///
/// No barrier stands between two passes. A column tells itself whose it is: H is never negative, and its highest bit is set by the
/// first pass and every second one behind it, where rows are 0 before. What else may stand there is of the pass above the one above,
/// never older: a pass puts a column when it has taken those up to a group's farther on, and no farther does this pass look ahead of
/// what it took. Only the first columns need word that they are there.
///
/// That leans on more than PTX promises of relaxed accesses: H and F' of a column come together, and what a lane loads it loads in order
/// from the cache that all multiprocessors share. It is so on Hopper, where results were compared with the recurrence.
template <pair_kind Kind>
class pass_border {
 public:
  __device__ pass_border(const pair_launch& of, const pair_lot& lot, const pair_unit<Kind>& unit)
      : reads_(lot.pass > 0),
        writes_(lot.pass + 1 < of.n_passes),
        n_columns_(unit.n_columns),
        put_(1 - of.group / 4),
        next_(threadIdx.x % of.group),
        own_(lot.pass % 2 == 0 ? mark : 0) {
    const std::uint32_t first_block = of.first_pair / pairs_of_block(Kind);
    const std::uint64_t n_words = of.turn.blocks.block_at[unit.block] - of.turn.blocks.block_at[first_block];
    columns_ = of.border + (std::uint64_t{lot.query} * of.n_windows + unit.window) * of.border_stride +
               n_words / width * quad_stride + (unit.block - first_block) * quad_stride + unit.pair * 4;
    told_ = of.told + (std::uint64_t{lot.query} * of.n_passes + lot.pass) * of.n_units + unit.index;
    if (!reads_) return;
    wait(told_ - of.n_units, begun);
    ahead_ = column(next_);
  }

  /// To the group's next columns; 0 in the first pass, and behind the end.
  __device__ void go_on(std::uint32_t group) {
    if (!reads_) return;
    if (next_ < n_columns_)
      while (((ahead_.x ^ own_) & mark) == 0) ahead_ = column(next_);
    __syncwarp();
    now_ = {ahead_.x & ~mark, ahead_.y};
    next_ += group;
    ahead_ = next_ < n_columns_ ? column(next_) : uint2{};
  }
  /// Of the pass above, at the group's `k`th column now.
  __device__ uint2 at(std::uint32_t k, std::uint32_t group) const {
    return {__shfl_sync(0xFFFFFFFF, now_.x, k, group), __shfl_sync(0xFFFFFFFF, now_.y, k, group)};
  }
  /// The last row at this lane's column now.
  __device__ void push(std::uint32_t H, std::uint32_t F) {
    low_ = {low_.z, low_.w, high_.x, high_.y};
    high_ = {high_.z, high_.w, H | own_, F};
  }
  /// After four columns. Of a group's last lane alone what it pushed is kept.
  __device__ void put(bool is_last) {
    constexpr std::uint32_t enough = 16;
    const std::uint32_t quad = put_++;  // one before the first wraps around
    if (!writes_) return;
    if (is_last && quad <= n_columns_ / 4) {
      uint2* const there = columns_ + std::uint64_t{quad} * quad_stride;
      store_relaxed(there, low_);
      store_relaxed(there + 2, high_);
    }
    if (put_ == enough && put_ <= n_columns_ / 4) tell(begun);
  }
  __device__ void tell_all() const {
    if (writes_) tell(all);
  }
  /// Until the pass above has told that it is done.
  __device__ void wait_for_all(const pair_launch& of) const {
    if (reads_) wait(told_ - of.n_units, all);
  }

 private:
  static constexpr std::uint32_t quad_stride = pairs_of_block(Kind) * 4;  // of columns
  static constexpr std::uint32_t mark = 0x8000;
  static constexpr std::uint32_t begun = 1, all = 2;
  using word = cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device>;

  __device__ uint2 column(std::uint32_t c) const {
    return load_relaxed(columns_ + std::uint64_t{(c + 3) / 4} * quad_stride + (c + 3) % 4);
  }
  __device__ void tell(std::uint32_t what) const {
    __syncwarp();
    if (threadIdx.x % 32 == 0) word(*told_).store(what, cuda::memory_order_release);
  }
  static __device__ void wait(std::uint32_t* on, std::uint32_t what) {
    if (threadIdx.x % 32 == 0)
      while (word(*on).load(cuda::memory_order_acquire) < what) __nanosleep(20);
    __syncwarp();
  }

  bool reads_, writes_;
  std::uint32_t n_columns_, put_;
  std::uint32_t next_;  // the column that this lane looks ahead for
  std::uint32_t own_;   // this pass's mark
  uint2* columns_;
  std::uint32_t* told_;
  uint2 now_{}, ahead_{};
  uint4 low_{}, high_{};
};

/// Where there is one pass only.
struct no_border {
  template <class Unit>
  __device__ no_border(const pair_launch&, const pair_lot&, const Unit&) {}
  __device__ void go_on(std::uint32_t) {}
  __device__ uint2 at(std::uint32_t, std::uint32_t) const { return {}; }
  __device__ void push(std::uint32_t, std::uint32_t) {}
  __device__ void put(bool) {}
};

template <pair_kind Kind>
__device__ void tell_pair(const pair_launch& of, const pair_lot& lot, const pair_unit<Kind>& unit,
                          std::uint32_t best) {
  const placed_blocks& blocks = of.turn.blocks;
  for (std::uint32_t half = 0; half < 2; ++half) {
    const std::uint32_t column = sequences_of(Kind) * unit.pair + half % sequences_of(Kind);
    const std::uint32_t* const queries = of.which + lot.query * queries_of(Kind);
    if (blocks.lengths[unit.block * width + column] == 0) continue;
    const std::uint32_t query = queries[half % queries_of(Kind)];
    const auto total = static_cast<std::int32_t>(best >> (16 * half) & 0xFFFF);  // never below 0
    if (total >= overflow_from)
      do_again(of.turn, query, unit.block, column);
    else
      tell_score(of.turn, query, unit.block, column, total);
  }
}

template <pair_kind Kind, int Rows, bool HasPasses>
__device__ void align_unit(const pair_launch& of, std::uint32_t profile, const pair_lot& lot,
                           const pair_unit<Kind>& unit) {
  constexpr std::uint32_t all_lanes = 0xFFFFFFFF;
  constexpr int steps_unrolled = Rows <= 32 ? 4 : 2;  // more would not fit the cache of instructions
  const std::uint32_t in_group_mask = of.group - 1, in_group = threadIdx.x & in_group_mask;
  const bool is_first = in_group == 0;
  lane_letters<Kind> letters(of.turn.blocks, unit, in_group);
  std::conditional_t<HasPasses, pass_border<Kind>, no_border> border(of, lot, unit);
  const auto profile_at = [&](std::uint32_t word, std::uint32_t k) {
    return pair_profile<Kind, Rows>::at(profile, __byte_perm(word, 0, 0x4440 + k));
  };
  pair_lane<Kind, Rows> lane(of.turn.scoring);
  std::uint32_t above = 0, last_F = 0;  // H of the row above at this column; F' below the last row
  const std::uint32_t n_steps = unit.n_columns + of.group - 1;
  for (std::uint32_t t = 0; t < n_steps; t += 4) {
    const auto four = letters.take();
    if ((t & in_group_mask) == 0) border.go_on(of.group);
#pragma unroll(steps_unrolled)
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t H_above = __shfl_up_sync(all_lanes, lane.H[Rows - 1], 1, of.group);
      const std::uint32_t F_above = __shfl_up_sync(all_lanes, last_F, 1, of.group);
      const uint2 border_above = border.at((t + k) & in_group_mask, of.group);
      const std::uint32_t diagonal = above;
      above = is_first ? border_above.x : H_above;
      std::uint32_t F = is_first ? border_above.y : F_above;
      if constexpr (Kind == pair_kind::queries)
        lane.column(profile_at(four, k), 0, diagonal, F);
      else
        lane.column(profile_at(four.x, k), profile_at(four.y, k), diagonal, F);
      last_F = F;
      border.push(lane.H[Rows - 1], F);
    }
    border.put(in_group == in_group_mask);
  }

  std::uint32_t best = lane.best;
  for (std::uint32_t apart = 1; apart < of.group; apart *= 2)
    best = __vmaxs2(best, __shfl_xor_sync(all_lanes, best, apart));
  if constexpr (HasPasses) {
    std::uint32_t* const kept = of.best +
                                (std::uint64_t{lot.query} * of.n_windows + unit.window) * of.n_pairs +
                                (unit.block * pairs_of_block(Kind) + unit.pair - of.first_pair);
    border.wait_for_all(of);
    if (is_first && lot.pass > 0) best = __vmaxs2(best, __ldcg(kept));
    if (is_first) __stcg(kept, best);
    border.tell_all();
    if (lot.pass + 1 < of.n_passes) return;
  }
  if (is_first) tell_pair(of, lot, unit, best);
}

// How many blocks at least a multiprocessor is to have registers for.
constexpr unsigned blocks_with_rows(int rows, bool has_passes) {
  if (rows > 32) return 1;
  return rows > 16 || has_passes ? 2 : 3;
}

template <pair_kind Kind, int Rows, bool HasPasses>
__global__ void __launch_bounds__(pair_threads, blocks_with_rows(Rows, HasPasses))
    align_pairs(const pair_launch of) {
  using profile = pair_profile<Kind, Rows>;
  extern __shared__ uint4 scores[];
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
  const std::uint32_t* const queries = of.which + lot.query * queries_of(Kind);
  std::uint32_t n_blocks = 0;
  for (std::uint32_t k = 0; k < queries_of(Kind); ++k)
    n_blocks = max(n_blocks, of.turn.queries.entries[queries[k]].n_blocks);
  profile::fill(scores, of, queries, lot.pass * of.group * Rows);
  __syncthreads();
  const std::uint32_t lane_base = profile::lane_base(scores);
  while (true) {
    std::uint32_t taken = 0;
    if (threadIdx.x % 32 == 0) taken = atomicAdd(next, 1u);
    taken = __shfl_sync(0xFFFFFFFF, taken, 0);
    if (taken >= of.n_units) return;
    const pair_unit<Kind> unit(of, taken);
    if (of.turn.blocks.numbers[unit.block] >= n_blocks) return;  // numbers ascend
    if (unit.n_columns > 0) align_unit<Kind, Rows, HasPasses>(of, lane_base, lot, unit);
  }
}

template <pair_kind Kind, bool HasPasses, int... Rows>
void add_kernels(std::vector<pair_kernel>& to) {
  (to.push_back({Kind, Rows, HasPasses, align_pairs<Kind, Rows, HasPasses>, pair_profile<Kind, Rows>::bytes}),
   ...);
}

}  // namespace exonweave::gpu
