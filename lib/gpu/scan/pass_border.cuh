// The row that one pass of a query leaves to the next one, in the kernel of pairs.
//
//   columns of a unit   0 ....... 16 ......................... n
//   pass 0              #########################
//   border              HF HF HF HF HF HF HF HF              each pass overwrites what the one above it has put there
//   pass 1              ##################                   begins when 16 columns are there; from then on the columns' marks tell
//   border              HF HF HF HF HF
//   pass 2              ###########
#pragma once

#include <cuda_runtime_api.h>

#include <cuda/atomic>

#include "gpu/scan/pair_unit.cuh"

namespace exonweave::gpu {

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

}  // namespace exonweave::gpu
