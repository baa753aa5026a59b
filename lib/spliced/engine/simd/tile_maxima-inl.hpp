// The largest values of a block's rows, lane by lane, in the order in which the rows are computed; reported when all
// tiles are done.
#if defined(EXONWEAVE_TILE_MAXIMA_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EXONWEAVE_TILE_MAXIMA_INL
#undef EXONWEAVE_TILE_MAXIMA_INL
#else
#define EXONWEAVE_TILE_MAXIMA_INL
#endif

#include <hwy/aligned_allocator.h>
#include <hwy/highway.h>

#include <new>

#include "spliced/engine/row_machine.hpp"
#include "spliced/engine/simd/lane_values.hpp"
#include "spliced/engine/simd/tile_layout.hpp"

HWY_BEFORE_NAMESPACE();
namespace exonweave::spliced::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
class tile_maxima {
 public:
  tile_maxima(const row_schedule& schedule, const tile_layout& layout, const lane_values& values)
      : schedule_(schedule), layout_(layout), values_(values) {}

  /// Room for the rows of a block.
  void begin(std::size_t n_rows) {
    const std::size_t n = n_rows * 3 * layout_.lanes;
    if (n > n_lanes_) {
      lanes_ = hwy::AllocateAligned<T>(n);
      if (!lanes_) throw std::bad_alloc();
      n_lanes_ = n;
    }
  }
  /// The next tile, from the first row on.
  void begin_tile() { next_ = 0; }
  /// [3][lanes] S, F, S + after of the next row.
  T* next() { return lanes_.get() + 3 * layout_.lanes * next_++; }

  void tell(const schedule_block& block, const row_maxima& maxima) {
    next_ = 0;
    for (std::uint32_t o = block.first_op; o < block.last_op; ++o) {
      const row_op& op = schedule_.ops[o];
      for (std::uint8_t s = 0; s < op.n_steps; ++s) tell_row(schedule_.steps[op.index + s].row, maxima);
      if (op.kind != row_op_kind::run) continue;
      const row_run& run = schedule_.runs[op.index];
      for (std::uint32_t i = 0; i < run.n_residues; ++i) tell_row(run.row + i, maxima);
    }
  }

 private:
  void tell_row(row_id row, const row_maxima& maxima) {
    const T* lanes = next();
    maxima.best[row] = largest_of(lanes);
    if (!maxima.gaps.empty()) maxima.gaps[row] = largest_of(lanes + layout_.lanes);
    if (!maxima.ends.empty()) maxima.ends[row] = largest_of(lanes + 2 * layout_.lanes);
  }

  [[nodiscard]] score largest_of(const T* lanes) const {
    const hn::ScalableTag<T> d;
    return static_cast<score>(hn::GetLane(hn::MaxOfLanes(d, hn::Load(d, lanes)))) + values_.origin;
  }

  const row_schedule& schedule_;
  tile_layout layout_;
  lane_values values_;
  hwy::AlignedFreeUniquePtr<T[]> lanes_;  // [rows][3][lanes]
  std::size_t n_lanes_ = 0, next_ = 0;
};

}  // namespace exonweave::spliced::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
