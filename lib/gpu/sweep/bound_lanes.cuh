// What a warp of bound_kernel.cuh computes with: two unsigned halves in a word, columns of a lane, words that all lanes
// read.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace exonweave::gpu {

constexpr unsigned all_lanes = 0xFFFFFFFF;

__device__ __forceinline__ std::uint32_t both(int value) {
  return (static_cast<std::uint32_t>(value) & 0xFFFF) * 0x10001U;
}
__device__ __forceinline__ std::uint32_t larger(std::uint32_t a, std::uint32_t b) { return __vmaxu2(a, b); }
__device__ __forceinline__ std::uint32_t largest(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return __vimax3_u16x2(a, b, c);
}
/// max(a + b, c)
__device__ __forceinline__ std::uint32_t add_larger(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return __viaddmax_u16x2(a, b, c);
}
/// A word that adds these to the halves of another, by one plain add.
__device__ __forceinline__ std::uint32_t pair_of(int low, int high) {
  return static_cast<std::uint32_t>(low) + (static_cast<std::uint32_t>(high) << 16);
}
__device__ __forceinline__ int weight_of(std::uint32_t event) { return static_cast<std::int16_t>(event & 0xFFFF); }

/// From a lane `by` below; where there is none the lane's own.
__device__ __forceinline__ std::uint32_t up(std::uint32_t value, int by) {
  return __shfl_up_sync(all_lanes, value, by);
}

/// What is alike in all lanes: in a register of the warp, so that the compiler knows that they branch together.
__device__ __forceinline__ std::uint32_t alike(std::uint32_t value) { return __reduce_max_sync(all_lanes, value); }

/// Words that all lanes read one after the other: a lane holds one of the next 32, and another of the 32 after them.
class word_reader {
 public:
  __device__ void go_to(const std::uint32_t* words, int lane) {
    words_ = words + lane;
    now_ = words_[0];
    then_ = words_[32];
    read_ = 0;
  }
  /// So that 32 more can be read: before the words of a triple, which are no more.
  __device__ __forceinline__ void prepare() {
    if (read_ < 32) return;
    asm volatile("");  // a branch, since it is seldom taken
    words_ += 32;
    now_ = then_;
    then_ = words_[32];
    read_ -= 32;
  }
  __device__ __forceinline__ std::uint32_t next() {
    const std::uint32_t word = __shfl_sync(all_lanes, read_ < 32 ? now_ : then_, read_ & 31);
    ++read_;
    return word;
  }
  /// The n-th from here, of those up to the 32nd; then skip() goes on.
  [[nodiscard]] __device__ __forceinline__ std::uint32_t at(int n) const {
    return __shfl_sync(all_lanes, now_, read_ + n);
  }
  __device__ __forceinline__ void skip(int n) { read_ += n; }

 private:
  const std::uint32_t* words_;
  std::uint32_t now_, then_;
  int read_;
};

template <int C>
struct columns {
  std::uint32_t words[C];

  __device__ __forceinline__ void fill(std::uint32_t value) {
#pragma unroll
    for (int c = 0; c < C; ++c) words[c] = value;
  }
  /// this = max(this, other + weight)
  __device__ __forceinline__ void let_in(const columns& other, std::uint32_t weight) {
#pragma unroll
    for (int c = 0; c < C; ++c) words[c] = add_larger(other.words[c], weight, words[c]);
  }
  // In memory the columns of a lane lie side by side by fours, then what is left.
  [[nodiscard]] __device__ static constexpr int place(int c, int lane) {
    constexpr int n_fours = C / 4 * 4;
    if (c < n_fours) return c / 4 * 128 + lane * 4 + c % 4;
    constexpr int left = C - n_fours;
    if (left == 1) return n_fours * 32 + lane;
    return c < n_fours + 2 ? n_fours * 32 + lane * 2 + c - n_fours : (n_fours + 2) * 32 + lane;
  }
  __device__ __forceinline__ void load(const std::uint32_t* stored, int lane) {
    constexpr int n_fours = C / 4 * 4, left = C - n_fours;
#pragma unroll
    for (int c = 0; c < n_fours; c += 4) {
      const uint4 four = *reinterpret_cast<const uint4*>(stored + place(c, lane));
      words[c] = four.x, words[c + 1] = four.y, words[c + 2] = four.z, words[c + 3] = four.w;
    }
    if constexpr (left >= 2) {
      const uint2 two = *reinterpret_cast<const uint2*>(stored + place(n_fours, lane));
      words[n_fours] = two.x, words[n_fours + 1] = two.y;
    }
    if constexpr (left % 2 == 1) words[C - 1] = stored[place(C - 1, lane)];
  }
};

// A row: S, and its open vertical gaps.
template <int C>
struct gap_row {
  columns<C> S, F;
};

}  // namespace exonweave::gpu
