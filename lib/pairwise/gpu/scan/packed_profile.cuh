// A query's scores against every letter, four rows to a word: what scan-tiles and scan-bands read in place of the
// matrix.
//
//   word [quad * n_codes + letter]   byte r: d(letter, row 4 quad + r); rows after the query's end gain nothing
//
// The published programs kept it in texture memory, whose cache was the one there was; today's first-level cache does
// as well for plain loads.
#pragma once

#include "gpu/device/cuda_call.cuh"
#include "pairwise/gpu/scan/launch_size.cuh"
#include "pairwise/gpu/scan/scan_kernels.hpp"

namespace exonweave::gpu {

/// Whether all scores lie in signed bytes.
inline bool fit_packed_profile(const device_scoring& scoring) {
  return scoring.smallest >= -128 && scoring.largest <= 127;
}

static __global__ void fill_profile(std::uint32_t* words, std::uint32_t n_quads, const turn_views turn,
                                    std::uint32_t query) {
  const std::uint32_t index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= n_quads * n_codes) return;
  const placed_query entry = turn.queries.entries[query];
  std::uint32_t four = 0;
  for (std::uint32_t r = 0; r < 4; ++r) {
    const std::uint32_t row = index / n_codes * 4 + r;
    const std::uint32_t residue = row < entry.length ? turn.queries.residues[entry.offset + row] : padding_code;
    const std::int32_t score = turn.scoring.scores[index % n_codes * n_codes + residue];
    four |= (static_cast<std::uint32_t>(score) & 0xFF) << (8 * r);
  }
  words[index] = four;
}

class packed_profile {
 public:
  /// Of one of the turn's queries. What it returns is there until the next call, for work on that stream.
  const std::uint32_t* make(const scan_turn& turn, std::uint32_t query, std::uint32_t n_quads, cudaStream_t on) {
    constexpr unsigned n_threads = 256;
    auto* const words = words_.room_for<std::uint32_t>(std::size_t{n_quads} * n_codes);
    fill_profile<<<(n_quads * n_codes + n_threads - 1) / n_threads, n_threads, 0, on>>>(words, n_quads, turn.views,
                                                                                        query);
    check(cudaGetLastError(), "a query's profile");
    return words;
  }

 private:
  buffer<device_memory> words_;
};

/// Row r of a word, with its sign.
__device__ inline std::int32_t profile_score(std::uint32_t word, std::uint32_t r) {
  return static_cast<std::int8_t>(word >> (8 * r));
}

}  // namespace exonweave::gpu
