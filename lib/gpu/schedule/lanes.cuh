// What a word of a row holds, and arithmetic on it: two columns in 16 bits each, or one in 32.
//
// `narrow`: unsigned halves. A lane is its score less an origin, so that no lane that counts is negative; sums and
// differences of packed words are plain 32-bit ones where no half can leave its range. `wide`: scores as they are.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace exonweave::gpu {

#define EXONWEAVE_DEVICE __device__ __forceinline__

constexpr unsigned all_lanes = 0xFFFFFFFFu;
constexpr int warp_size = 32;

struct narrow {
  using word = std::uint32_t;
  static constexpr int columns_per_word = 2;

  static EXONWEAVE_DEVICE word splat(int value) { return (static_cast<word>(value) & 0xFFFFu) * 0x10001u; }
  static EXONWEAVE_DEVICE word pack(int low, int high) {
    return (static_cast<word>(low) & 0xFFFFu) | static_cast<word>(high) << 16;
  }
  /// A step from column to column: added to a packed word by plain addition.
  static EXONWEAVE_DEVICE word stride(int value) { return static_cast<word>(value) * 0x10001u; }
  static EXONWEAVE_DEVICE int first(word w) { return static_cast<int>(w & 0xFFFFu); }
  static EXONWEAVE_DEVICE int last(word w) { return static_cast<int>(w >> 16); }

  /// What residues score fits 8 bits: words of a lane's profile, each of them two of a row.
  static constexpr int profile_words(int n_words) { return (n_words + 1) / 2; }
  static constexpr int lowest_gain = -128;
  /// Word w of it: of columns 2w and 2w + 1 of the low half and of the high one. gain(k): of the lane's column k.
  template <int kWords, class Gain>
  static EXONWEAVE_DEVICE word profile_word(int w, const Gain& gain) {
    word four = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k)
      four |= (static_cast<word>(gain(2 * w + k / 2 + k % 2 * kWords)) & 0xFFu) << (8 * k);
    return four;
  }
  static constexpr int lowest_lane = 0, highest_lane = 0xFFFF;
  /// Word c of a row, of the profile's words.
  template <int kWords>
  static EXONWEAVE_DEVICE word gain(const word (&profile)[kWords], int c) {
    // bytes 0 and 1, or 2 and 3, each with its sign behind it; __byte_perm has no signs
    word made;
    if (c % 2 == 0)
      asm("prmt.b32 %0, %1, 0, 0x9180;" : "=r"(made) : "r"(profile[c / 2]));
    else
      asm("prmt.b32 %0, %1, 0, 0xB3A2;" : "=r"(made) : "r"(profile[c / 2]));
    return made;
  }

  /// Of a word's columns those that are wanted, `other` for the rest.
  static EXONWEAVE_DEVICE word keep(word w, bool first_half, bool last_half, int other) {
    const word wanted = (first_half ? 0xFFFFu : 0u) | (last_half ? 0xFFFF0000u : 0u);
    return (w & wanted) | (splat(other) & ~wanted);
  }
  static EXONWEAVE_DEVICE word max2(word a, word b) { return __vmaxu2(a, b); }
  static EXONWEAVE_DEVICE word max3(word a, word b, word c) { return __vimax3_u16x2(a, b, c); }
  /// max(a + b, c); b is signed.
  static EXONWEAVE_DEVICE word add_max(word a, word b, word c) { return __viaddmax_u16x2(a, b, c); }

  /// The words one column to the left: `edge` is what lies left of lane 0. A lane's first columns are in the low halves,
  /// those behind them in the high ones.
  static EXONWEAVE_DEVICE word shift_in(word last_words, int edge, int lane) {
    word before = __shfl_up_sync(all_lanes, last_words, 1);
    if (lane == 0) before = static_cast<word>(edge) << 16;
    return __byte_perm(before, last_words, 0x5432);
  }
};

struct wide {
  using word = int;
  static constexpr int columns_per_word = 1;

  static EXONWEAVE_DEVICE word splat(int value) { return value; }
  static EXONWEAVE_DEVICE word pack(int low, int) { return low; }
  static EXONWEAVE_DEVICE word stride(int value) { return value; }
  static EXONWEAVE_DEVICE int first(word w) { return w; }
  static EXONWEAVE_DEVICE int last(word w) { return w; }
  /// What residues score fits 16 bits: words of a lane's profile, each of them two of a row.
  static constexpr int profile_words(int n_words) { return (n_words + 1) / 2; }
  static constexpr int lowest_gain = -0x8000;
  static constexpr int lowest_lane = -0x7FFFFFFF, highest_lane = 0x7FFFFFFF;
  template <int kWords, class Gain>
  static EXONWEAVE_DEVICE word profile_word(int w, const Gain& gain) {
    return static_cast<word>((static_cast<unsigned>(gain(2 * w)) & 0xFFFFu) |
                             static_cast<unsigned>(gain(2 * w + 1)) << 16);
  }
  template <int kWords>
  static EXONWEAVE_DEVICE word gain(const word (&profile)[kWords], int c) {
    return c % 2 == 0 ? static_cast<word>(static_cast<unsigned>(profile[c / 2]) << 16) >> 16
                      : profile[c / 2] >> 16;
  }

  static EXONWEAVE_DEVICE word keep(word w, bool wanted, bool, int other) { return wanted ? w : other; }
  static EXONWEAVE_DEVICE word max2(word a, word b) { return max(a, b); }
  static EXONWEAVE_DEVICE word max3(word a, word b, word c) { return __vimax3_s32(a, b, c); }
  static EXONWEAVE_DEVICE word add_max(word a, word b, word c) { return __viaddmax_s32(a, b, c); }
  static EXONWEAVE_DEVICE word shift_in(word last_words, int edge, int lane) {
    const word before = __shfl_up_sync(all_lanes, last_words, 1);
    return lane == 0 ? edge : before;
  }
};

/// The largest value of all lanes before this one, `lowest` in lane 0: windows of four, of twelve, of all.
EXONWEAVE_DEVICE int prefix_maximum(int value, int lowest, int lane) {
  const auto up = [](int of, int by) { return __shfl_up_sync(all_lanes, of, by); };
  int within = __vimax3_s32(value, up(value, 1), up(value, 2));
  within = max(within, up(value, 3));
  within = __vimax3_s32(within, up(within, 4), up(within, 8));
  int near = up(within, 1), far = up(within, 13), farthest = up(within, 25);
  if (lane < 1) near = lowest;
  if (lane < 13) far = lowest;
  if (lane < 25) farthest = lowest;
  return __vimax3_s32(near, far, farthest);
}

}  // namespace exonweave::gpu
