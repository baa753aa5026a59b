// What each residue of a program scores against the target's columns of a tile, in shared memory: d(residue, t_j) + 2e, and in
// columns that no symbol stands for the least there is. Lanes lie as in lane_row.cuh, their words in pieces of four.
#pragma once

#include "gpu/schedule/lanes.cuh"
#include "gpu/schedule/schedule_kernel.cuh"

namespace exonweave::gpu {

template <class Lanes, int kWords>
class lane_profile {
  using word = typename Lanes::word;

 public:
  static constexpr int n_words = Lanes::profile_words(kWords);
  static constexpr int n_pieces = (n_words + 3) / 4;
  static constexpr unsigned row_bytes = n_pieces * warp_size * sizeof(uint4);

  /// `at`: where the profile of the warp's tile lies in shared memory.
  EXONWEAVE_DEVICE lane_profile(unsigned at, int lane) : at_(at + lane * sizeof(uint4)) {}

  /// `first_column`: of the lane.
  EXONWEAVE_DEVICE void fill(const schedule_batch& batch, const schedule_job& job, int first_column) const {
    for (std::uint32_t r = 0; r < job.n_residues; ++r) {
      const std::int16_t* const scores = batch.substitutions + job.residues[r] * batch.n_codes;
      const auto gain_of = [&](int column) {
        const bool is_real = column >= 1 && column <= static_cast<int>(job.n);
        return is_real ? scores[job.target[column - 1]] + 2 * batch.extend : Lanes::lowest_gain;
      };
      for (int c = 0; c < n_words; ++c) {
        const unsigned at = at_ + r * row_bytes + c / 4 * warp_size * sizeof(uint4) + c % 4 * sizeof(word);
        const word made =
            Lanes::template profile_word<kWords>(c, [&](int k) { return gain_of(first_column + k); });
        asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(made));
      }
    }
    __syncwarp();
  }

  EXONWEAVE_DEVICE void read(std::uint32_t residue, word (&to)[n_words]) const {
#pragma unroll
    for (int p = 0; p < n_pieces; ++p) {
      uint4 piece;
      asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                   : "=r"(piece.x), "=r"(piece.y), "=r"(piece.z), "=r"(piece.w)
                   : "r"(at_ + residue * row_bytes + p * warp_size * static_cast<unsigned>(sizeof(uint4))));
      const unsigned four[4] = {piece.x, piece.y, piece.z, piece.w};
#pragma unroll
      for (int k = 0; k < 4; ++k)
        if (4 * p + k < n_words) to[4 * p + k] = static_cast<word>(four[k]);
    }
  }

 private:
  unsigned at_;  // of this lane
};

}  // namespace exonweave::gpu
