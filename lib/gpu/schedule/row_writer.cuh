// What a warp writes down of its tile's rows: those of checkpoints, and of each row that a step makes the largest values.
#pragma once

#include "gpu/schedule/lane_row.cuh"
#include "gpu/schedule/schedule_kernel.cuh"

namespace exonweave::gpu {

EXONWEAVE_DEVICE int tiles_of_block() { return static_cast<int>(blockDim.x) / warp_size; }

template <class Lanes, int kWords, bool kAffine, bool kTiles>
class row_writer {
  using word = typename Lanes::word;
  using row_type = lane_row<Lanes, kWords, kAffine, kTiles>;
  static constexpr int lane_columns = kWords * Lanes::columns_per_word;

 public:
  EXONWEAVE_DEVICE row_writer(const schedule_batch& batch, const schedule_job& job, int lane, int tile)
      : batch_(batch), job_(job), lane_(lane), tile_(tile) {}

  /// Whether this one is kept.
  EXONWEAVE_DEVICE bool begin_checkpoint() { return n_checkpoints_++ % batch_.save_every == 0; }
  EXONWEAVE_DEVICE void save(const row_type& row) {
    const std::size_t part = std::size_t{n_saved_++} * tiles_of_block() + tile_;
    row.write(reinterpret_cast<uint4*>(job_.rows.saved) + part * row_type::lane_pieces + lane_);
  }

  /// Columns behind the target's last hold no more than that one, as long as to open a gap costs less than a pair there.
  EXONWEAVE_DEVICE void tell(const row_type& row, int drift, bool is_bounded) {
    const int shift = job_.origin - drift;
    const int best = largest_of(row.S) + shift;
    tell(job_.rows.best + n_steps_, best);
    if (job_.rows.ends != nullptr) tell(job_.rows.ends + n_steps_, largest_to_end(row.S) + shift);
    ++n_steps_;
    if (!is_bounded) return;
    int bound = best;
    if constexpr (kAffine) bound = max(bound, largest_of(row.F) + shift + (batch_.open + 1) / 2);
    tell_bound(bound - job_.rows.bound_origin);
  }

 private:
  EXONWEAVE_DEVICE int largest_of(const word (&plane)[kWords]) const {
    return largest_descending<Lanes>(plane, batch_.extend) - batch_.extend * lane_ * lane_columns;
  }

  // Of S + behind, which but for the last column makes up for what columns have drifted.
  EXONWEAVE_DEVICE int largest_to_end(const word (&S)[kWords]) const {
    word largest = S[0];
#pragma unroll
    for (int c = 1; c < kWords; ++c) largest = Lanes::max2(largest, S[c]);
    const int n_of_tile = static_cast<int>(job_.n) - tile_ * warp_size * lane_columns;
    const int last = in_column<Lanes>(S, n_of_tile - lane_ * lane_columns, batch_.floor) + batch_.open;
    const int best = max(max(Lanes::first(largest), Lanes::last(largest)), last);
    return best - batch_.open - batch_.extend * n_of_tile;
  }

  EXONWEAVE_DEVICE void tell(std::int32_t* to, int of_lane) const {
    const int largest = __reduce_max_sync(all_lanes, of_lane);
    if (lane_ != 0) return;
    if constexpr (kTiles)
      atomicMax(to, largest);
    else
      *to = largest;
  }

  EXONWEAVE_DEVICE void tell_bound(int bound) {
    for (std::uint32_t by = 1; by < batch_.lanes_per_range; by *= 2)
      bound = max(bound, __shfl_xor_sync(all_lanes, bound, static_cast<int>(by)));
    const auto at = static_cast<std::uint32_t>(tile_ * warp_size + lane_);
    const std::uint32_t range = at / batch_.lanes_per_range;
    if (at % batch_.lanes_per_range == 0 && range < job_.rows.n_ranges)
      job_.rows.bounds[std::size_t{n_bounded_} * job_.rows.n_ranges + range] =
          static_cast<std::int16_t>(min(max(bound, -0x8000), 0x7FFF));
    ++n_bounded_;
  }

  const schedule_batch& batch_;
  const schedule_job& job_;
  int lane_, tile_;
  std::uint32_t n_steps_ = 0, n_bounded_ = 0, n_checkpoints_ = 0;
  std::uint32_t n_saved_ = 0;  // rows
};

}  // namespace exonweave::gpu
