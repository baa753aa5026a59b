// The kernel of `scan-cuda`: two alignments in the 16-bit halves of each word, a group of lanes for them, some rows of
// the query in each lane's registers. Lane g of a group is at sequence column t - g in step t; four steps are one turn
// of the loop. The two are of one query and two sequences of about equal length, or of two such queries and one
// sequence: then both have the same letter, and their scores need not be put together from two places.
//
//                     t ->      a warp of 4 groups of 8 lanes, each with its own pair
//   lane 0   rows 0..R-1        s0 s1 s2 s3 s4 ...             H and F' of a lane's last row go to the next lane, a
//            step later
//   lane 1   rows R..2R-1          s0 s1 s2 s3 ...
//   ...                                                       a query of more than 8 R rows goes on in another pass:
//                                                             pass_border below
//   lane 7                                     s0 s1 ...

#include <cuda_runtime_api.h>

#include <cuda/atomic>
#include <type_traits>

#include "pairwise/gpu/scan/launch_size.cuh"
#include "pairwise/gpu/scan/pair_lane.cuh"

namespace exonweave::gpu {

// The row that one pass of a query leaves to the next one, in the kernel of pairs.
//
//   columns of a unit   0 ............ 32 ........... 64 .............. n
//   pass 0              ########################################
//   border              HF HF HF HF HF HF HF HF HF HF HF HF HF HF           each pass overwrites what the one above it
//                       has put there
//   reported                                              ^                     of these the next one may read
//   pass 1              ###########################
//   border              HF HF HF HF HF HF HF HF HF
//   reported                             ^
//   pass 2              ##########

/// The row between two passes of a unit: H and F' of what the pass above has put, and what this one puts in its place.
/// A group has 4 lanes at least.
///
/// Each lane of a group holds one of the group's next columns, and has read one of those after them. The last lane
/// puts four columns at once. It is at column t - group + 1, which is 1 more than a multiple of 4 where t is one: so
/// column c is the (c + 3)rd.
///
/// Who has put columns reports how many with a release, and who reads them has heard of them with an acquire. So this
/// leans on nothing but what PTX promises (PTX ISA, memory consistency model). A pass puts a column when it has read
/// those up to a group's farther on.
template <pair_kind Kind>
class pass_border {
 public:
  __device__ pass_border(const pair_launch& launch, const pair_batch& batch, const pair_unit<Kind>& unit)
      : reads_(batch.pass > 0),
        writes_(batch.pass + 1 < launch.n_passes),
        n_columns_(unit.n_columns),
        put_(1 - launch.group / 4),
        next_(threadIdx.x % launch.group) {
    columns_ = launch.border + (std::uint64_t{batch.query} * launch.n_windows + unit.window) * launch.border_stride +
               quads_before(launch, unit.block) * quad_stride + unit.pair * 4;
    reported_ =
        launch.reported + (std::uint64_t{batch.query} * launch.n_passes + batch.pass) * launch.n_units + unit.index;
    above_ = reported_ - launch.n_units;
    ahead_ = column_ahead(launch.group);
  }

  /// To the group's next columns; 0 in the first pass, and after the end.
  __device__ void go_on(std::uint32_t group) {
    now_ = ahead_;
    next_ += group;
    ahead_ = column_ahead(group);
  }
  /// Of the pass above, at the group's `k`th column now.
  __device__ uint2 at(std::uint32_t k, std::uint32_t group) const {
    return {__shfl_sync(0xFFFFFFFF, now_.x, k, group), __shfl_sync(0xFFFFFFFF, now_.y, k, group)};
  }
  /// The last row at this lane's column now.
  __device__ void push(std::uint32_t H, std::uint32_t F) {
    low_ = {low_.z, low_.w, high_.x, high_.y};
    high_ = {high_.z, high_.w, H, F};
  }
  /// After four columns. Of a group's last lane alone what it pushed is kept.
  __device__ void put(bool is_last) {
    const std::uint32_t quad = put_++;  // one before the first wraps around
    if (!writes_) return;
    if (is_last && quad <= n_columns_ / 4) {
      auto* const there = reinterpret_cast<uint4*>(columns_ + std::uint64_t{quad} * quad_stride);
      __stcg(there, low_);
      __stcg(there + 1, high_);
    }
    if (quad % quads_reported == 0 && quad > 0 && quad <= n_columns_ / 4) tell(4 * quad + 1);
  }
  __device__ void tell_all() const {
    if (writes_) tell(all);
  }
  /// Until the pass above has reported that it is done.
  __device__ void wait_for_all() {
    if (reads_) wait_for(all);
  }

 private:
  static constexpr std::uint32_t quad_stride = pairs_of_block(Kind) * 4;  // of columns
  static constexpr std::uint32_t quads_reported = 8;  // at a time: each time waits for what was put before
  static constexpr std::uint32_t all = 0xFFFFFFFF;
  using word = cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device>;

  // Of a window's part of the border: pair_kernels.cu's border_elements() is what they are in all.
  static __device__ std::uint64_t quads_before(const pair_launch& launch, std::uint32_t block) {
    const std::uint32_t first = launch.first_pair / pairs_of_block(Kind);
    if (launch.window > 0) return std::uint64_t{block - first} * quads_of_window(launch.window);
    return (launch.turn.blocks.block_at[block] - launch.turn.blocks.block_at[first]) / width + (block - first);
  }
  // The next one of this lane; 0 in the first pass, and after the end.
  __device__ uint2 column_ahead(std::uint32_t group) {
    if (!reads_) return {};
    const std::uint32_t first = next_ - threadIdx.x % group;
    if (first < n_columns_) wait_for(min(first + group, n_columns_));
    if (next_ >= n_columns_) return {};
    return __ldcg(columns_ + std::uint64_t{(next_ + 3) / 4} * quad_stride + (next_ + 3) % 4);
  }
  // All that the warp has put is there before.
  __device__ void tell(std::uint32_t n) const {
    __syncwarp();
    if (threadIdx.x % 32 == 0) word(*reported_).store(n, cuda::memory_order_release);
  }
  __device__ void wait_for(std::uint32_t n) {
    if (heard_ >= n) return;
    std::uint32_t heard = 0;
    if (threadIdx.x % 32 == 0)
      while ((heard = word(*above_).load(cuda::memory_order_acquire)) < n) __nanosleep(20);
    heard_ = __shfl_sync(0xFFFFFFFF, heard, 0);
    __syncwarp();
  }

  bool reads_, writes_;
  std::uint32_t n_columns_, put_;
  std::uint32_t next_;       // the column that this lane reads next
  std::uint32_t heard_ = 0;  // columns that the pass above has reported of
  uint2* columns_;
  std::uint32_t *reported_, *above_;  // the second one is the pass above's
  uint2 now_{}, ahead_{};
  uint4 low_{}, high_{};
};

/// Where there is one pass only.
struct no_border {
  template <class Unit>
  __device__ no_border(const pair_launch&, const pair_batch&, const Unit&) {}
  __device__ void go_on(std::uint32_t) {}
  __device__ uint2 at(std::uint32_t, std::uint32_t) const { return {}; }
  __device__ void push(std::uint32_t, std::uint32_t) {}
  __device__ void put(bool) {}
};

template <pair_kind Kind>
__device__ void tell_pair(const pair_launch& launch, const pair_batch& batch, const pair_unit<Kind>& unit,
                          std::uint32_t best) {
  const placed_blocks& blocks = launch.turn.blocks;
  for (std::uint32_t half = 0; half < 2; ++half) {
    const std::uint32_t column = sequences_of(Kind) * unit.pair + half % sequences_of(Kind);
    const std::uint32_t* const queries = launch.which + batch.query * queries_of(Kind);
    if (blocks.lengths[unit.block * width + column] == 0) continue;
    const std::uint32_t query = queries[half % queries_of(Kind)];
    const auto total = static_cast<std::int32_t>(best >> (16 * half) & 0xFFFF);  // never below 0
    if (total >= overflow_from)
      do_again(launch.turn, query, unit.block, column);
    else
      tell_score(launch.turn, query, unit.block, column, total);
  }
}

template <pair_kind Kind, int Rows, bool HasPasses>
__device__ void align_unit(const pair_launch& launch, std::uint32_t profile, const pair_batch& batch,
                           const pair_unit<Kind>& unit) {
  constexpr std::uint32_t all_lanes = 0xFFFFFFFF;
  constexpr int steps_unrolled = Rows <= 32 ? 4 : 2;  // more would not fit the cache of instructions
  const std::uint32_t in_group_mask = launch.group - 1, in_group = threadIdx.x & in_group_mask;
  const bool is_first = in_group == 0;
  lane_letters<Kind> letters(launch.turn.blocks, unit, in_group);
  std::conditional_t<HasPasses, pass_border<Kind>, no_border> border(launch, batch, unit);
  const auto profile_at = [&](std::uint32_t word, std::uint32_t k) {
    return pair_profile<Kind, Rows>::at(profile, __byte_perm(word, 0, 0x4440 + k));
  };
  pair_lane<Kind, Rows> lane(launch.turn.scoring);
  std::uint32_t above = 0, last_F = 0;  // H of the row above at this column; F' below the last row
  const std::uint32_t n_steps = unit.n_columns + launch.group - 1;
  for (std::uint32_t t = 0; t < n_steps; t += 4) {
    const auto four = letters.take();
    if ((t & in_group_mask) == 0) border.go_on(launch.group);
#pragma unroll(steps_unrolled)
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t H_above = __shfl_up_sync(all_lanes, lane.H[Rows - 1], 1, launch.group);
      const std::uint32_t F_above = __shfl_up_sync(all_lanes, last_F, 1, launch.group);
      const uint2 border_above = border.at((t + k) & in_group_mask, launch.group);
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
  for (std::uint32_t apart = 1; apart < launch.group; apart *= 2)
    best = __vmaxs2(best, __shfl_xor_sync(all_lanes, best, apart));
  if constexpr (HasPasses) {
    std::uint32_t* const kept = launch.best +
                                (std::uint64_t{batch.query} * launch.n_windows + unit.window) * launch.n_pairs +
                                (unit.block * pairs_of_block(Kind) + unit.pair - launch.first_pair);
    border.wait_for_all();
    if (is_first && batch.pass > 0) best = __vmaxs2(best, __ldcg(kept));
    if (is_first) __stcg(kept, best);
    border.tell_all();
    if (batch.pass + 1 < launch.n_passes) return;
  }
  if (is_first) tell_pair(launch, batch, unit, best);
}

// How many blocks at least a multiprocessor is to have registers for.
constexpr unsigned blocks_with_rows(int rows, bool has_passes) {
  if (rows > 32) return 1;
  return rows > 16 || has_passes ? 2 : 3;
}

template <pair_kind Kind, int Rows, bool HasPasses>
__global__ void __launch_bounds__(pair_threads, blocks_with_rows(Rows, HasPasses))
    align_pairs(const pair_launch launch) {
  using profile = pair_profile<Kind, Rows>;
  extern __shared__ uint4 scores[];
  __shared__ std::uint32_t drawn, n_taken;
  if (threadIdx.x == 0) {
    drawn = atomicAdd(launch.counters, 1u);
    const pair_batch batch(launch, drawn);
    n_taken = atomicAdd(launch.counters + 1 + batch.query * launch.n_passes + batch.pass, 0u);
  }
  __syncthreads();
  if (n_taken >= launch.n_units) return;  // other blocks were faster
  const pair_batch batch(launch, drawn);
  std::uint32_t* const next = launch.counters + 1 + batch.query * launch.n_passes + batch.pass;
  const std::uint32_t* const queries = launch.which + batch.query * queries_of(Kind);
  std::uint32_t n_blocks = 0;
  for (std::uint32_t k = 0; k < queries_of(Kind); ++k)
    n_blocks = max(n_blocks, launch.turn.queries.entries[queries[k]].n_blocks);
  profile::fill(scores, launch, queries, batch.pass * launch.group * Rows);
  __syncthreads();
  const std::uint32_t lane_base = profile::lane_base(scores);
  while (true) {
    std::uint32_t taken = 0;
    if (threadIdx.x % 32 == 0) taken = atomicAdd(next, 1u);
    taken = __shfl_sync(0xFFFFFFFF, taken, 0);
    if (taken >= launch.n_units) return;
    const pair_unit<Kind> unit(launch, taken);
    if (launch.turn.blocks.numbers[unit.block] >= n_blocks) return;  // numbers ascend
    if (unit.n_columns > 0) align_unit<Kind, Rows, HasPasses>(launch, lane_base, batch, unit);
  }
}

template <pair_kind Kind, bool HasPasses, int... Rows>
void add_kernels(std::vector<pair_kernel>& kernels) {
  (kernels.push_back({Kind, Rows, HasPasses, align_pairs<Kind, Rows, HasPasses>, pair_profile<Kind, Rows>::bytes}),
   ...);
}

std::vector<pair_kernel> kernels_of(pair_kind kind) {
  std::vector<pair_kernel> made;
  switch (kind) {
    case pair_kind::queries:
      add_kernels<pair_kind::queries, false, 4, 8, 12, 16, 20, 24, 28, 32>(made);
      add_kernels<pair_kind::queries, true, 16, 24, 28>(made);
      break;
    case pair_kind::sequences:
      add_kernels<pair_kind::sequences, false, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48, 52, 64>(made);
      add_kernels<pair_kind::sequences, true, 4, 8, 16, 24, 28, 32>(made);
      break;
    case pair_kind::signed_sequences:  // cheap gaps are seldom requested: fewer shapes
      add_kernels<pair_kind::signed_sequences, false, 8, 16, 32, 64>(made);
      add_kernels<pair_kind::signed_sequences, true, 8, 32>(made);
      break;
  }
  return made;
}

}  // namespace exonweave::gpu
