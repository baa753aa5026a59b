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
#pragma once

#include <cuda_runtime_api.h>

#include <cuda/atomic>

#include "pairwise/gpu/scan/pair_unit.cuh"

namespace exonweave::gpu {

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

}  // namespace exonweave::gpu
