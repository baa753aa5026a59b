// Kernels of matches without gaps (spliced/gapless/gapless_layout.hpp says what they compute).
//
// **Filter.** A block of threads holds the profile of a strip: for each of 21 x 21 pairs of letters of the text what
// each pair of residues of the strip scores with it. 8 lanes share the strip and go along the text together; each has R
// words of two pairs, which are the blocks `lane` and `8 + lane` of the strip. A word takes one instruction a step,
// h = relu(h + score) in fp16, and half of one for the maximum. One shuffle hands the last word to the next lane.
// Shared memory bounds the speed, so half of the words have scores of 8 bits there (E5M2 is the upper half of fp16),
// and the 8 lanes read what lies beside each other.
//
//   h of lane l, R = 16    h[0] .. h[15]: pairs 16 l + i of the strip (lower halves), 128 + 16 l + i (upper halves)
//   row of the profile     [2][lanes][4] words of h[0] .. h[7], [lanes][16] bytes of h[8] .. h[15]
#pragma once

#include <cuda_fp16.h>

#include <cstdint>

#include "spliced/gapless/gapless_layout.hpp"

namespace exonweave::gpu {

namespace gapless = spliced::gapless;

constexpr int gapless_lanes = 8;
constexpr int gapless_threads = 512;
constexpr int gapless_groups = gapless_threads / gapless_lanes;
constexpr int steps_of_context = gapless::context / 2, steps_of_window = gapless::window_length / 2;
constexpr int steps_of_chunk = steps_of_context + static_cast<int>(gapless::windows_of_chunk) * steps_of_window;
constexpr int n_pair_codes = gapless::n_text_letters * gapless::n_text_letters;

/// A block of the strips, and a window of the text.
struct gapless_hit {
  std::uint32_t block, window;
};

struct gapless_launch {
  const std::uint8_t* strips;       // letters
  const float* scores;              // [query letters][text letters]
  const std::uint8_t* text;         // letters of open_text
  const std::uint16_t* pairs;       // [chunks of the launch][2][steps_of_chunk], and 16 bytes more
  const std::uint32_t* places;      // [blocks]
  gapless_hit* hits;                // [room]
  spliced::gapless_match* matches;  // [room]; value 0: none
  unsigned long long* n_hits;
  std::uint64_t room;
  std::uint32_t n_strips, first_chunk, n_chunks;
  std::int32_t least;
};

template <int R>
constexpr int wide_words = gapless_lanes* R / 2;  // of a row, and half as many with scores of 8 bits
template <int R>
constexpr int words_of_row = wide_words<R> * 3 / 2;
template <int R>
constexpr std::size_t profile_bytes = std::size_t{n_pair_codes} * words_of_row<R> * sizeof(std::uint32_t);

// Of each step of a chunk the letters that it reads: from the first residue on, then from the second.
__global__ void pair_letters(const gapless_launch launch, std::uint16_t* pairs) {
  const std::uint64_t n = std::uint64_t{launch.n_chunks} * 2 * steps_of_chunk;
  for (std::uint64_t k = blockIdx.x * std::uint64_t{blockDim.x} + threadIdx.x; k < n;
       k += std::uint64_t{gridDim.x} * blockDim.x) {
    const std::uint64_t step = k % steps_of_chunk, shift = k / steps_of_chunk % 2;
    const std::uint64_t chunk = launch.first_chunk + k / (2 * steps_of_chunk);
    const std::uint8_t* const letters =
        launch.text + gapless::margin + chunk * gapless::chunk_length - gapless::context + 2 * step + shift;
    pairs[k] = static_cast<std::uint16_t>(letters[0] * gapless::n_text_letters + letters[1]);
  }
}

__device__ inline std::uint16_t half_bits(float score) { return __half_as_ushort(__float2half_rn(score)); }

// E5M2: the upper half of fp16, to the nearest even one.
__device__ inline std::uint8_t upper_bits(std::uint16_t bits) {
  return static_cast<std::uint8_t>((bits + 0x7fU + (bits >> 8 & 1U)) >> 8);
}

template <int R>
__device__ void make_profile(const gapless_launch& launch, const std::uint8_t* strip, std::uint32_t* profile) {
  constexpr int words = gapless_lanes * R, n_wide = R / 2;  // of a lane
  for (int k = static_cast<int>(threadIdx.x); k < n_pair_codes * words; k += gapless_threads) {
    const int code = k / words, lane = k % words / R, i = k % R;
    const auto score_of = [&](int pair) {
      const float* const first = launch.scores + strip[2 * pair] * gapless::n_text_letters;
      const float* const second = launch.scores + strip[2 * pair + 1] * gapless::n_text_letters;
      const float sum = first[code / gapless::n_text_letters] + second[code % gapless::n_text_letters];
      return half_bits(fmaxf(sum, static_cast<float>(gapless::of_end)));
    };
    const std::uint16_t lower = score_of(lane * R + i), upper = score_of(words + lane * R + i);
    std::uint32_t* const row = profile + code * words_of_row<R>;
    if (i < n_wide) {
      row[i / 4 * 4 * gapless_lanes + lane * 4 + i % 4] = lower | static_cast<std::uint32_t>(upper) << 16;
    } else {
      auto* const bytes = reinterpret_cast<std::uint8_t*>(row + wide_words<R>) + lane * R + 2 * (i - n_wide);
      bytes[0] = upper_bits(lower);
      bytes[1] = upper_bits(upper);
    }
  }
}

template <int R>
struct filter_lane {
  std::uint32_t h[R];
  std::uint32_t left, best;

  __device__ static std::uint32_t next(std::uint32_t before, std::uint32_t score) {
    constexpr std::uint32_t ones = 0x3c003c00U;
    std::uint32_t made;
    asm("fma.rn.relu.f16x2 %0, %1, %2, %3;" : "=r"(made) : "r"(before), "r"(ones), "r"(score));
    return made;
  }
  // As integers: both are at least 0.
  __device__ void raise(std::uint32_t a, std::uint32_t b) { best = __vimax3_u16x2(best, a, b); }

  __device__ void reset() {
#pragma unroll
    for (int i = 0; i < R; ++i) h[i] = 0;
    left = best = 0;
  }
  // Two words of two bytes each.
  __device__ static std::uint32_t lower_two(std::uint32_t bytes) { return __byte_perm(bytes, 0, 0x1404); }
  __device__ static std::uint32_t upper_two(std::uint32_t bytes) { return __byte_perm(bytes, 0, 0x3424); }

  __device__ static void read_bytes(const std::uint32_t* words, uint2 (&pairs)[1]) {
    pairs[0] = *reinterpret_cast<const uint2*>(words);
  }
  __device__ static void read_bytes(const std::uint32_t* words, uint2 (&pairs)[2]) {
    const uint4 both = *reinterpret_cast<const uint4*>(words);
    pairs[0] = {both.x, both.y};
    pairs[1] = {both.z, both.w};
  }

  // From right to left, so that each word is read before it changes.
  __device__ void step(const std::uint32_t* row, int lane, int source) {
    uint4 scores[R / 4];
#pragma unroll
    for (int c = 0; c < R / 8; ++c) scores[c] = *reinterpret_cast<const uint4*>(row + (c * gapless_lanes + lane) * 4);
    uint2 pairs[R / 8];
    read_bytes(row + wide_words<R> + lane * (R / 4), pairs);
#pragma unroll
    for (int c = 0; c < R / 8; ++c)
      scores[R / 8 + c] = {lower_two(pairs[c].x), upper_two(pairs[c].x), lower_two(pairs[c].y), upper_two(pairs[c].y)};
#pragma unroll
    for (int c = R / 4 - 1; c >= 0; --c) {
      h[4 * c + 3] = next(h[4 * c + 2], scores[c].w);
      h[4 * c + 2] = next(h[4 * c + 1], scores[c].z);
      raise(h[4 * c + 3], h[4 * c + 2]);
      h[4 * c + 1] = next(h[4 * c], scores[c].y);
      h[4 * c] = next(c > 0 ? h[c > 0 ? 4 * c - 1 : 0] : left, scores[c].x);
      raise(h[4 * c + 1], h[4 * c]);
    }
    const std::uint32_t last = __shfl_sync(0xffffffffU, h[R - 1], source);
    left = lane == 0 ? last << 16 : last;
  }
  [[nodiscard]] __device__ float value(int half) const {
    return __half2float(__ushort_as_half(static_cast<unsigned short>(half == 0 ? best & 0xffffU : best >> 16)));
  }
};

template <int R>
__global__ void __launch_bounds__(gapless_threads, 1) filter_text(const gapless_launch launch) {
  extern __shared__ uint4 shared[];
  auto* const profile = reinterpret_cast<std::uint32_t*>(shared);
  const std::uint32_t strip = blockIdx.x;
  make_profile<R>(launch, launch.strips + std::uint64_t{strip} * gapless::n_blocks * 2 * R, profile);
  __syncthreads();

  const int lane = static_cast<int>(threadIdx.x) % gapless_lanes, group = static_cast<int>(threadIdx.x) / gapless_lanes;
  const int source =
      (static_cast<int>(threadIdx.x) & 31 & ~(gapless_lanes - 1)) | ((lane + gapless_lanes - 1) % gapless_lanes);
  constexpr int row = words_of_row<R>, of_code = 8;
  filter_lane<R> state;
  const std::uint32_t stride = gridDim.y * gapless_groups;
  // All groups of a warp go on as long as one of them has a chunk.
  for (std::uint32_t first = blockIdx.y * gapless_groups; first < launch.n_chunks; first += stride) {
    const std::uint32_t chunk = first + static_cast<std::uint32_t>(group);
    const bool is_mine = chunk < launch.n_chunks;
    std::uint64_t hits = 0;  // bits of both halves, window by window
    for (int shift = 0; shift < 2; ++shift) {
      const auto* codes = reinterpret_cast<const uint4*>(
          launch.pairs + (std::uint64_t{is_mine ? chunk : launch.n_chunks - 1} * 2 + shift) * steps_of_chunk);
      state.reset();
      uint4 ahead = *codes++;
      const auto run = [&](int n_steps) {
        for (int k = 0; k < n_steps; k += of_code) {
          const uint4 now = ahead;
          ahead = *codes++;
          state.step(profile + (now.x & 0xffffU) * row, lane, source);
          state.step(profile + (now.x >> 16) * row, lane, source);
          state.step(profile + (now.y & 0xffffU) * row, lane, source);
          state.step(profile + (now.y >> 16) * row, lane, source);
          state.step(profile + (now.z & 0xffffU) * row, lane, source);
          state.step(profile + (now.z >> 16) * row, lane, source);
          state.step(profile + (now.w & 0xffffU) * row, lane, source);
          state.step(profile + (now.w >> 16) * row, lane, source);
        }
      };
      run(steps_of_context);
      for (int window = 0; window < static_cast<int>(gapless::windows_of_chunk); ++window) {
        state.best = 0;
        run(steps_of_window);
        for (int half = 0; half < 2; ++half)
          if (state.value(half) >= static_cast<float>(launch.least - gapless::pair_loss))
            hits |= std::uint64_t{1} << (2 * window + half);
      }
    }
    if (!is_mine || hits == 0) continue;
    std::uint64_t slot = atomicAdd(launch.n_hits, static_cast<unsigned long long>(__popcll(hits)));
    for (; hits != 0; hits &= hits - 1, ++slot) {
      if (slot >= launch.room) continue;
      const int bit = __ffsll(static_cast<long long>(hits)) - 1;
      const std::uint32_t block = strip * static_cast<std::uint32_t>(gapless::n_blocks) +
                                  static_cast<std::uint32_t>(bit % 2 * gapless_lanes + lane);
      launch.hits[slot] = {block, (launch.first_chunk + chunk) * static_cast<std::uint32_t>(gapless::windows_of_chunk) +
                                      static_cast<std::uint32_t>(bit / 2)};
    }
  }
}

// A warp for each hit, a lane for each diagonal.
template <int R>
__global__ void __launch_bounds__(256) locate_matches(const gapless_launch launch, std::uint64_t n_hits) {
  constexpr int block_length = 2 * R, warps = 8, context = gapless::context;
  constexpr int n_rows = static_cast<int>(gapless::window_length) + 1;  // of the window and one more
  constexpr int n_before = context + block_length;  // at most, of the text, before the first of them
  __shared__ std::uint8_t queries[warps][context + block_length];
  __shared__ std::uint8_t texts[warps][n_before + n_rows];
  __shared__ float scores[gapless::n_query_letters][32];
  for (int k = static_cast<int>(threadIdx.x); k < gapless::n_query_letters * gapless::n_text_letters; k += 256)
    scores[k / gapless::n_text_letters][k % gapless::n_text_letters] = launch.scores[k];
  __syncthreads();
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  std::uint8_t* const query = queries[warp];
  std::uint8_t* const text = texts[warp];
  for (std::uint64_t k = blockIdx.x * std::uint64_t{warps} + static_cast<std::uint64_t>(warp); k < n_hits;
       k += std::uint64_t{gridDim.x} * warps) {
    const gapless_hit hit = launch.hits[k];
    const int of_strip = static_cast<int>(hit.block % gapless::n_blocks) * block_length;
    const std::uint8_t* const letters = launch.strips + std::uint64_t{hit.block} * block_length;
    const std::uint64_t begin = gapless::margin + std::uint64_t{hit.window} * gapless::window_length;
    __syncwarp();
    for (int c = lane; c < context + block_length; c += 32)
      query[c] = c - context < -of_strip ? gapless::end_of_query : letters[c - context];
    for (int t = lane; t < n_before + n_rows; t += 32) text[t] = launch.text[begin + t - n_before];
    __syncwarp();
    std::uint32_t best = 0;
    for (int d = lane - (block_length - 1); d < n_rows; d += 32) {
      float h = 0;
      for (int c = -context; c < block_length; ++c) {
        const int t = d + c;
        if (t >= n_rows) break;
        h = fmaxf(0, h + scores[query[c + context]][text[t + n_before]]);
        if (c < 0 || t < 0) continue;
        const std::uint32_t found = static_cast<std::uint32_t>(h) << 16 | static_cast<std::uint32_t>(1023 - t) << 6 |
                                    static_cast<std::uint32_t>(63 - c);
        best = max(best, found);
      }
    }
    best = __reduce_max_sync(0xffffffffU, best);
    if (lane != 0) continue;
    const std::uint32_t place = launch.places[hit.block];
    const auto value = static_cast<spliced::score>(best >> 16);
    const bool is_match = value >= launch.least && place != spliced::query_strips::no_place;
    launch.matches[k] = {static_cast<std::uint32_t>(begin) + 1023 - (best >> 6 & 1023), place + 63 - (best & 63),
                         is_match ? value : 0};
  }
}

}  // namespace exonweave::gpu
