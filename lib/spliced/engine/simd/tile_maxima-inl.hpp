// The largest values of a block's rows, lane by lane, in the order in which the rows are computed; reported when all
// tiles are done. A lane, of all tiles together, is a range of columns.
#if defined(EXONWEAVE_TILE_MAXIMA_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EXONWEAVE_TILE_MAXIMA_INL
#undef EXONWEAVE_TILE_MAXIMA_INL
#else
#define EXONWEAVE_TILE_MAXIMA_INL
#endif

#include <hwy/aligned_allocator.h>
#include <hwy/highway.h>

#include <algorithm>
#include <new>

#include "spliced/engine/highest_value.hpp"
#include "spliced/engine/row_machine.hpp"
#include "spliced/engine/simd/lane_values.hpp"
#include "spliced/engine/simd/tile_layout.hpp"

HWY_BEFORE_NAMESPACE();
namespace exonweave::spliced::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
class tile_maxima {
 public:
  tile_maxima(const problem& p, const row_schedule& schedule, const tile_layout& layout, const lane_values& values)
      : schedule_(schedule), layout_(layout), values_(values), half_open_((p.gaps.open + 1) / 2) {
    score origin = values.origin;
    if constexpr (sizeof(T) > sizeof(range_bound))
      origin = column_ranges::origin_for(highest_value(p, schedule.heaviest, schedule.min_in_gap) + p.gaps.open);
    ranges_ = column_ranges::by(p.n_columns(), origin, [&](std::size_t column) { return layout.lane_of(column); });
    ranges_.n = layout.lanes;
  }

  [[nodiscard]] const column_ranges& ranges() const { return ranges_; }

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
    next_bounded_ = block.first_bounded;
    for (std::uint32_t o = block.first_op; o < block.last_op; ++o) {
      const row_op& op = schedule_.ops[o];
      for (std::uint8_t s = 0; s < op.n_steps; ++s)
        tell_row(schedule_.steps[op.index + s].row, schedule_.steps[op.index + s].is_bounded, maxima);
      if (op.kind != row_op_kind::run) continue;
      const row_run& run = schedule_.runs[op.index];
      for (std::uint32_t i = 0; i < run.n_residues; ++i)
        tell_row(run.row + i, run.is_bounded && i + 1 == run.n_residues, maxima);
    }
  }

 private:
  void tell_row(row_id row, bool is_bounded, const row_maxima& maxima) {
    const T* lanes = next();
    maxima.best[row] = largest_of(lanes);
    if (!maxima.ends.empty()) maxima.ends[row] = largest_of(lanes + 2 * layout_.lanes);
    if (!is_bounded || maxima.by_range.empty()) return;
    const auto bounds = maxima.by_range.subspan(next_bounded_++ * layout_.lanes, layout_.lanes);
    for (std::size_t l = 0; l < layout_.lanes; ++l) {
      const score largest =
          layout_.n_planes == 2 ? std::max<score>(lanes[l], lanes[layout_.lanes + l] + half_open_) : lanes[l];
      if constexpr (sizeof(T) == sizeof(range_bound))
        bounds[l] = static_cast<range_bound>(largest);
      else
        bounds[l] = ranges_.bound_of(largest);
    }
  }

  [[nodiscard]] score largest_of(const T* lanes) const {
    const hn::ScalableTag<T> d;
    return static_cast<score>(hn::GetLane(hn::MaxOfLanes(d, hn::Load(d, lanes)))) + values_.origin;
  }

  const row_schedule& schedule_;
  tile_layout layout_;
  lane_values values_;
  score half_open_;  // of a gap, rounded up
  column_ranges ranges_;
  hwy::AlignedFreeUniquePtr<T[]> lanes_;  // [rows][3][lanes]
  std::size_t n_lanes_ = 0, next_ = 0, next_bounded_ = 0;
};

}  // namespace exonweave::spliced::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
