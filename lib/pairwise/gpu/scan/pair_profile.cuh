// The scores of a query, or of two, with all letters, where the lanes of the kernel of pairs read them.
#pragma once

#include <cuda_runtime_api.h>

#include "pairwise/gpu/scan/pair_launch.cuh"

namespace exonweave::gpu {

/// The query as lanes read it in shared memory: lane l finds a chunk of rows' scores for a letter in 16 bytes at
/// [chunk][letter][l], so that the lanes of a warp read 512 bytes in a row of banks when their letters are the same,
/// and without conflicts when they are not. A row is a byte, or, of two queries, a word of two halves. Rows after a
/// query's end get 0: d = -c.
template <pair_kind Kind, int Rows>
struct pair_profile {
  static constexpr bool is_of_two = Kind == pair_kind::queries;
  static constexpr int rows_per_chunk = is_of_two ? 4 : 16;
  static constexpr int n_chunks = (Rows + rows_per_chunk - 1) / rows_per_chunk;
  static constexpr std::size_t bytes = std::size_t{n_chunks} * n_codes * 32 * 16;

  /// Where a lane finds a letter's rows, as an address in shared memory: the compiler would work out its parts in every
  /// step.
  static __device__ std::uint32_t lane_base(const uint4* profile) {
    auto base = static_cast<std::uint32_t>(__cvta_generic_to_shared(profile + threadIdx.x % 32));
    asm volatile("" : "+r"(base));
    return base;
  }
  static __device__ std::uint32_t at(std::uint32_t base, std::uint32_t letter) {
    return base + letter * (32 * sizeof(uint4));
  }
  static __device__ uint4 rows(std::uint32_t address, int chunk) {
    uint4 sixteen;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(sixteen.x), "=r"(sixteen.y), "=r"(sixteen.z), "=r"(sixteen.w)
                 : "r"(address + static_cast<std::uint32_t>(chunk * n_codes * 32 * sizeof(uint4))));
    return sixteen;
  }

  /// `queries`: one, or two.
  static __device__ void fill(uint4* profile, const pair_launch& launch, const std::uint32_t* queries,
                              std::uint32_t first_row) {
    const auto row_score = [&](std::uint32_t query, std::uint32_t letter, std::uint32_t lane, std::uint32_t in_lane) {
      const placed_query& entry = launch.turn.queries.entries[queries[query]];
      const std::uint32_t row = first_row + lane % launch.group * Rows + in_lane;
      if (in_lane >= Rows || row >= entry.length) return 0u;
      const std::uint32_t residue = launch.turn.queries.residues[entry.offset + row];
      const std::int32_t score = launch.turn.scoring.scores[letter * n_codes + residue];
      return static_cast<std::uint32_t>(score + launch.turn.scoring.open_extend) & 0xFF;
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

}  // namespace exonweave::gpu
