// What sweep machines of both directions share (sweep_machine.hpp): rows in vector lanes.
#if defined(EXONWEAVE_LANE_MACHINE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EXONWEAVE_LANE_MACHINE_INL
#undef EXONWEAVE_LANE_MACHINE_INL
#else
#define EXONWEAVE_LANE_MACHINE_INL
#endif

#include <hwy/aligned_allocator.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "spliced/engine/simd/row_kernel-inl.hpp"
#include "spliced/engine/simd/target_rows.hpp"
#include "spliced/engine/simd/tile_layout.hpp"
#include "spliced/sweep/sweep_machine.hpp"

HWY_BEFORE_NAMESPACE();
namespace exonweave::spliced::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

enum class direction : std::uint8_t { forward, backward };

template <class T>
hwy::AlignedFreeUniquePtr<T[]> allocate(std::size_t n) {
  auto made = hwy::AllocateAligned<T>(std::max<std::size_t>(n, 1));
  if (!made) throw std::bad_alloc();
  return made;
}

// A row in one tile: S, F, then T and L, a vector each: T by lanes, L in all lanes. Columns of the backward direction
// come from the end, and those that no column stands for come first, so that a column and its mirror image lie in
// mirrored places.
struct row_shape {
  tile_layout tiles;
  std::size_t n_columns;
  direction way;

  [[nodiscard]] std::size_t planes() const { return tiles.row(); }
  [[nodiscard]] std::size_t trail() const { return planes(); }
  [[nodiscard]] std::size_t lead() const { return planes() + tiles.lanes; }
  [[nodiscard]] std::size_t row() const { return planes() + 2 * tiles.lanes; }  // elements
  [[nodiscard]] std::size_t first_column() const {
    return way == direction::forward ? 0 : tiles.plane() * tiles.n_tiles - n_columns;
  }
};

template <class T>
class rows_of_borders : public border_rows {
 public:
  explicit rows_of_borders(const row_shape& shape) : shape_(shape) {}
  void hold(std::uint32_t first, std::uint32_t last) override {
    const std::size_t n = std::size_t{last - first} * shape_.row() * shape_.tiles.n_tiles;
    if (n > n_lanes_) {
      lanes_.reset();
      lanes_ = allocate<T>(n);
      n_lanes_ = n;
    }
    first_ = first;
    last_ = last;
  }
  [[nodiscard]] T* row(std::size_t tile, std::uint32_t number) const {
    return lanes_.get() + (tile * (last_ - first_) + number - first_) * shape_.row();
  }

 private:
  row_shape shape_;
  hwy::AlignedFreeUniquePtr<T[]> lanes_;
  std::size_t n_lanes_ = 0;
};

// What both directions share: slots, the target by columns, what goes from a tile to the next, and rows that no residue
// crosses.
template <class T, class Machine>
class lane_machine : public Machine {
 public:
  void clear() final { std::fill_n(slots_.get(), n_tiles() * (outline_.n_slots + 1) * shape_.row(), low()); }
  void save(std::span<const slot_id> slots, std::byte* out) const final {
    for (std::size_t tile = 0; tile < n_tiles(); ++tile)
      for (const slot_id slot_index : slots) {
        std::memcpy(out, slot(tile, slot_index), shape_.row() * sizeof(T));
        out += shape_.row() * sizeof(T);
      }
  }
  void load(std::span<const slot_id> slots, const std::byte* saved) final {
    for (std::size_t tile = 0; tile < n_tiles(); ++tile)
      for (const slot_id slot_index : slots) {
        std::memcpy(slot(tile, slot_index), saved, shape_.row() * sizeof(T));
        saved += shape_.row() * sizeof(T);
      }
  }
  [[nodiscard]] std::uint64_t row_bytes() const final { return shape_.row() * n_tiles() * sizeof(T); }
  [[nodiscard]] std::unique_ptr<border_rows> make_rows() const final {
    return std::make_unique<rows_of_borders<T>>(shape_);
  }
  [[nodiscard]] score exact_above() const final { return values_.exact_above; }

 protected:
  using tag = hn::ScalableTag<T>;

  lane_machine(const problem& p, const sweep_outline& outline, const lane_values& values, direction way,
               std::size_t max_segments)
      : problem_(p),
        outline_(outline),
        values_(values),
        shape_{tile_layout::of(p.n_columns(), hn::Lanes(tag()), p.layout().has_vertical, max_segments), p.n_columns(),
               way},
        slots_(allocate<T>(shape_.tiles.n_tiles * (outline.n_slots + 1) * shape_.row())),
        target_(p, shape_.tiles, values, shape_.first_column(), way == direction::backward),
        best_(allocate<T>(max_steps * 3 * shape_.tiles.lanes)) {
    clear();
  }

  [[nodiscard]] std::size_t n_tiles() const { return shape_.tiles.n_tiles; }
  [[nodiscard]] std::size_t lanes() const { return shape_.tiles.lanes; }
  [[nodiscard]] std::size_t plane() const { return shape_.tiles.plane(); }
  [[nodiscard]] bool is_affine() const { return shape_.tiles.n_planes == 2; }
  [[nodiscard]] bool has_ends() const { return problem_.residue_ends.has_value(); }
  [[nodiscard]] bool has_both_ends() const { return has_ends() && !problem_.free_target_ends; }
  [[nodiscard]] bool is_weighed() const { return !outline_.in_gap.empty(); }
  // Of the codon that begins at a position.
  [[nodiscard]] gap_weight weight_in_gap(std::size_t position) const {
    return is_weighed() ? outline_.in_gap[position] : gap_weight{0};
  }
  [[nodiscard]] score end_open() const { return has_ends() ? problem_.residue_ends->open : 0; }
  [[nodiscard]] score end_extend() const { return has_ends() ? problem_.residue_ends->extend : 0; }
  [[nodiscard]] T low() const { return static_cast<T>(values_.low); }

  [[nodiscard]] T* slot(std::size_t tile, slot_id slot_index) const {
    return slots_.get() + (tile * (outline_.n_slots + 1) + slot_index) * shape_.row();
  }
  // Where goes what nobody asks for.
  [[nodiscard]] T* no_slot(std::size_t tile) const { return slot(tile, outline_.n_slots); }
  [[nodiscard]] const T* profile(std::size_t tile, residue_code residue) const {
    return target_.profile(tile, residue);
  }
  // What it costs to leave out the target left of a column, right of it, and the first one as lanes.
  [[nodiscard]] const T* before(std::size_t tile) const { return target_.before(tile); }
  [[nodiscard]] const T* after(std::size_t tile) const { return target_.after(tile); }
  [[nodiscard]] const T* source(std::size_t tile) const { return target_.source(tile); }

  void clear_slots(std::span<const slot_id> slots) {
    for (std::size_t tile = 0; tile < n_tiles(); ++tile)
      for (const slot_id slot_index : slots) std::fill_n(slot(tile, slot_index), shape_.row(), low());
  }

  // Of a row that crosses a residue: what lies left of a tile's first column, of itself or of the row above, and the
  // gap that enters it.
  struct tile_border {
    T row, gap;
  };
  void begin_tile(const sweep_window& window, std::size_t tile) {
    window_ = &window;
    tile_ = tile;
    constants_ = constants_of(tile);
    next_border_ = 0;
    if (tile == 0) borders_.clear();
  }
  // In the order of rows, alike in all tiles.
  [[nodiscard]] tile_border left_of_next() {
    if (tile_ == 0) {
      if (n_tiles() > 1) borders_.push_back({});
      ++next_border_;
      return {low(), low()};
    }
    return borders_[next_border_++];
  }
  // Of the one so many rows before the next.
  void give_on(std::size_t n_before, const tile_border& right) {
    if (n_tiles() > 1) borders_[next_border_ - n_before] = right;
  }
  [[nodiscard]] T* slot(slot_id slot_index) const { return slot(tile_, slot_index); }
  // Of what a window's borders have, that of one.
  [[nodiscard]] score& of_border(std::span<score> values, const sweep_op& op) const {
    return values[op.number - window_->first_border];
  }

  [[nodiscard]] tile_constants<T> constants_of(std::size_t tile) const {
    tile_constants<T> made;
    made.segments = shape_.tiles.segments;
    made.plane = plane();
    made.open = static_cast<T>(problem_.gaps.open);
    made.extend = static_cast<T>(problem_.gaps.extend);
    made.low = low();
    made.floor = static_cast<T>(values_.floor);
    made.before = has_both_ends() ? before(tile) : nullptr;
    made.after = has_both_ends() ? after(tile) : nullptr;
    return made;
  }

  // The row before the target's first column, or after its last one, `weight` more, set or let in.
  void add_source(std::size_t tile, score weight, score lead, bool sets, T* row) const {
    const tag d;
    const auto w = hn::Set(d, lane_weight<T>(weight)), floor = hn::Set(d, static_cast<T>(values_.floor));
    const auto lowest = hn::Set(d, low());
    const T* src = source(tile);
    for (std::size_t k = 0; k < plane(); k += lanes()) {
      const auto S = hn::Max(saturated_add(d, hn::Load(d, src + k), w), floor);
      hn::Store(sets ? S : hn::Max(S, hn::Load(d, row + k)), d, row + k);
      if (sets && is_affine()) hn::Store(lowest, d, row + plane() + k);
    }
    if (sets) {
      hn::Store(lowest, d, row + shape_.trail());
      hn::Store(lowest, d, row + shape_.lead());
    }
    if (!has_ends()) return;
    const auto L = hn::Set(d, values_.template raised<T>(lead));
    hn::Store(hn::Max(L, hn::Load(d, row + shape_.lead())), d, row + shape_.lead());
  }

  // Of a row: the largest S with what is left out of the target right of it, or what T is worth, so much more.
  [[nodiscard]] score value_of(std::size_t tile, const T* row, score of_trail) const {
    const tag d;
    auto best = hn::Set(d, low());
    for (std::size_t k = 0; k < plane(); k += lanes())
      best = hn::Max(best, saturated_add(d, hn::Load(d, row + k), hn::Load(d, after(tile) + k)));
    const score S = largest(best);
    return has_ends() ? std::max(S, largest(hn::Load(d, row + shape_.trail())) + of_trail) : S;
  }

  template <class V>
  [[nodiscard]] score largest(V lanes) const {
    return static_cast<score>(hn::GetLane(hn::MaxOfLanes(tag(), lanes))) + values_.origin;
  }

  // `dst` takes one of the vectors of `src`, so much more.
  void pass_lanes(const T* src, score change, bool sets, T* dst) const {
    const tag d;
    auto passed = hn::Max(saturated_add(d, hn::Load(d, src), hn::Set(d, lane_weight<T>(change))), hn::Set(d, low()));
    if (!sets) passed = hn::Max(passed, hn::Load(d, dst));
    hn::Store(passed, d, dst);
  }
  // T and L.
  void pass_ends(const T* src, score change, bool sets, T* dst) const {
    pass_lanes(src + shape_.trail(), change, sets, dst + shape_.trail());
    pass_lanes(src + shape_.lead(), change, sets, dst + shape_.lead());
  }
  void merge_rows(const T* src, score weight, bool sets, T* dst) const {
    if (sets)
      set_merged(low(), src, lane_weight<T>(weight), shape_.row(), dst);
    else
      merge(src, lane_weight<T>(weight), shape_.row(), dst);
  }

  problem problem_;
  const sweep_outline& outline_;
  lane_values values_;
  row_shape shape_;
  hwy::AlignedFreeUniquePtr<T[]> slots_;  // [tiles][slots + 1][row]
  target_rows<T> target_;
  hwy::AlignedFreeUniquePtr<T[]> best_;  // [rows of a step][3][lanes] scratch
  std::size_t tile_ = 0;                 // that runs
  tile_constants<T> constants_;
  const sweep_window* window_ = nullptr;  // that runs

 private:
  std::vector<tile_border> borders_;  // [rows that cross a residue]
  std::size_t next_border_ = 0;
};

}  // namespace exonweave::spliced::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
