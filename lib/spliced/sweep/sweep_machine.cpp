#include "spliced/sweep/sweep_machine.hpp"

#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <new>
#include <vector>

#include "spliced/engine/simd/tile_layout.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spliced/sweep/sweep_machine.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "spliced/sweep/sweep_kernel-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace exonweave::spliced::HWY_NAMESPACE {
namespace {

enum class direction : std::uint8_t { forward, backward };

template <class T>
hwy::AlignedFreeUniquePtr<T[]> allocate(std::size_t n) {
  auto made = hwy::AllocateAligned<T>(std::max<std::size_t>(n, 1));
  if (!made) throw std::bad_alloc();
  return made;
}

// A row in one tile: S, F, then T and L, a vector each: T by lanes, L in all lanes. Columns of the backward direction come from
// the end, and those that no column stands for come first, so that a column and its mirror image lie in mirrored places.
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

// What both directions share: slots, the target by columns, and rows that no residue crosses.
template <class T>
class machine_base {
 protected:
  using tag = hn::ScalableTag<T>;

  machine_base(const problem& p, const sweep_program& program, const lane_values& values, direction way,
               std::size_t most_segments)
      : problem_(p),
        program_(program),
        values_(values),
        shape_{tile_layout::of(p.n_columns(), hn::Lanes(tag()), p.layout().has_vertical, most_segments),
               p.n_columns(), way},
        slots_(allocate<T>(shape_.tiles.n_tiles * (program.n_slots + 1) * shape_.row())),
        target_(allocate<T>(shape_.tiles.n_tiles * (p.substitution->n_codes() + 3) * shape_.tiles.plane())),
        best_(allocate<T>(most_steps * 3 * shape_.tiles.lanes)) {
    for (std::size_t tile = 0; tile < n_tiles(); ++tile) fill_target(tile);
    clear_slots();
  }

  [[nodiscard]] std::size_t n_tiles() const { return shape_.tiles.n_tiles; }
  [[nodiscard]] std::size_t lanes() const { return shape_.tiles.lanes; }
  [[nodiscard]] std::size_t plane() const { return shape_.tiles.plane(); }
  [[nodiscard]] bool is_affine() const { return shape_.tiles.n_planes == 2; }
  [[nodiscard]] bool has_ends() const { return problem_.residue_ends.has_value(); }
  [[nodiscard]] bool has_both_ends() const { return has_ends() && !problem_.free_target_ends; }
  [[nodiscard]] score end_open() const { return has_ends() ? problem_.residue_ends->open : 0; }
  [[nodiscard]] score end_extend() const { return has_ends() ? problem_.residue_ends->extend : 0; }
  [[nodiscard]] T low() const { return static_cast<T>(values_.low); }

  [[nodiscard]] T* slot(std::size_t tile, slot_id of) const {
    return slots_.get() + (tile * (program_.n_slots + 1) + of) * shape_.row();
  }
  // Where goes what nobody asks for.
  [[nodiscard]] T* no_slot(std::size_t tile) const { return slot(tile, program_.n_slots); }
  [[nodiscard]] const T* profile(std::size_t tile, residue_code of) const { return target_row(tile, of); }
  // What it costs to leave out the target left of a column, right of it, and the first one as lanes.
  [[nodiscard]] const T* before(std::size_t tile) const { return target_row(tile, n_codes()); }
  [[nodiscard]] const T* behind(std::size_t tile) const { return target_row(tile, n_codes() + 1); }
  [[nodiscard]] const T* source(std::size_t tile) const { return target_row(tile, n_codes() + 2); }

  void clear_slots() { std::fill_n(slots_.get(), n_tiles() * (program_.n_slots + 1) * shape_.row(), low()); }
  void save_slots(std::span<const slot_id> slots, std::byte* to) const {
    for (std::size_t tile = 0; tile < n_tiles(); ++tile)
      for (const slot_id of : slots) {
        std::memcpy(to, slot(tile, of), shape_.row() * sizeof(T));
        to += shape_.row() * sizeof(T);
      }
  }
  void load_slots(std::span<const slot_id> slots, const std::byte* from) {
    for (std::size_t tile = 0; tile < n_tiles(); ++tile)
      for (const slot_id of : slots) {
        std::memcpy(slot(tile, of), from, shape_.row() * sizeof(T));
        from += shape_.row() * sizeof(T);
      }
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
    made.behind = has_both_ends() ? behind(tile) : nullptr;
    return made;
  }

  // The row before the target's first column, or behind its last one, `weight` more, set or let in.
  void add_source(std::size_t tile, score weight, score lead, bool sets, T* row) const {
    const tag d;
    const auto w = hn::Set(d, lane_weight<T>(weight)), floor = hn::Set(d, static_cast<T>(values_.floor));
    const auto lowest = hn::Set(d, low());
    const T* from = source(tile);
    for (std::size_t k = 0; k < plane(); k += lanes()) {
      const auto S = hn::Max(saturated_add(d, hn::Load(d, from + k), w), floor);
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
  [[nodiscard]] score worth_of(std::size_t tile, const T* row, score of_trail) const {
    const tag d;
    auto best = hn::Set(d, low());
    for (std::size_t k = 0; k < plane(); k += lanes())
      best = hn::Max(best, saturated_add(d, hn::Load(d, row + k), hn::Load(d, behind(tile) + k)));
    const score S = largest(best);
    return has_ends() ? std::max(S, largest(hn::Load(d, row + shape_.trail())) + of_trail) : S;
  }

  template <class V>
  [[nodiscard]] score largest(V lanes) const {
    return static_cast<score>(hn::GetLane(hn::MaxOfLanes(tag(), lanes))) + values_.origin;
  }

  // `to` takes one of the vectors of `from`, so much more.
  void pass_lanes(const T* from, score change, bool sets, T* to) const {
    const tag d;
    auto passed =
        hn::Max(saturated_add(d, hn::Load(d, from), hn::Set(d, lane_weight<T>(change))), hn::Set(d, low()));
    if (!sets) passed = hn::Max(passed, hn::Load(d, to));
    hn::Store(passed, d, to);
  }
  // T and L.
  void pass_ends(const T* from, score change, bool sets, T* to) const {
    pass_lanes(from + shape_.trail(), change, sets, to + shape_.trail());
    pass_lanes(from + shape_.lead(), change, sets, to + shape_.lead());
  }
  void merge_rows(const T* from, score weight, bool sets, T* to) const {
    if (sets)
      set_merged(low(), from, lane_weight<T>(weight), shape_.row(), to);
    else
      merge(from, lane_weight<T>(weight), shape_.row(), to);
  }

  problem problem_;
  const sweep_program& program_;
  lane_values values_;
  row_shape shape_;
  hwy::AlignedFreeUniquePtr<T[]> slots_;   // [tiles][slots + 1][row]
  hwy::AlignedFreeUniquePtr<T[]> target_;  // [tiles][codes + 3][plane]
  hwy::AlignedFreeUniquePtr<T[]> best_;    // [rows of a step][3][lanes] scratch

 private:
  [[nodiscard]] std::size_t n_codes() const { return problem_.substitution->n_codes(); }
  [[nodiscard]] T* target_row(std::size_t tile, std::size_t index) const {
    return target_.get() + (tile * (n_codes() + 3) + index) * plane();
  }

  void fill_target(std::size_t tile) {
    constexpr score dead = sizeof(T) == 2 ? -700 : -score_limit;  // columns that no symbol stands for
    for (std::size_t code = 0; code < n_codes() + 3; ++code)
      std::fill_n(target_row(tile, code), plane(),
                  code < n_codes()        ? static_cast<T>(dead)
                  : code == n_codes() + 2 ? values_.template raised<T>(unreachable)
                                          : lane_weight<T>(unreachable));
    const std::size_t n = problem_.target.size();
    std::size_t place = tile * plane();
    for (std::size_t lane = 0; lane < lanes(); ++lane)
      for (std::size_t segment = 0; segment < shape_.tiles.segments; ++segment, ++place) {
        if (place < shape_.first_column() || place > shape_.first_column() + n) continue;
        const std::size_t column = place - shape_.first_column(), at = segment * lanes() + lane;
        const bool is_forward = shape_.way == direction::forward;
        target_row(tile, n_codes())[at] = lane_weight<T>(problem_.before(column));  // alike from both ends
        target_row(tile, n_codes() + 1)[at] = lane_weight<T>(problem_.behind(column));
        target_row(tile, n_codes() + 2)[at] = values_.template raised<T>(problem_.before(column));
        if (column == 0) continue;
        const residue_code symbol = problem_.target[is_forward ? column - 1 : n - column];
        for (std::size_t code = 0; code < n_codes(); ++code)
          target_row(tile, code)[at] =
              static_cast<T>((*problem_.substitution)(static_cast<residue_code>(code), symbol));
      }
  }
};

template <class T>
class lane_forward final : public forward_machine, private machine_base<T> {
  using base = machine_base<T>;
  using tag = typename base::tag;

 public:
  lane_forward(const problem& p, const sweep_program& program, const lane_values& values,
               std::size_t most_segments)
      : base(p, program, values, direction::forward, most_segments) {}

  void clear() override { base::clear_slots(); }
  void save(std::span<const slot_id> slots, std::byte* to) const override { base::save_slots(slots, to); }
  void load(std::span<const slot_id> slots, const std::byte* from) override { base::load_slots(slots, from); }
  [[nodiscard]] std::uint64_t row_bytes() const override {
    return shape_.row() * base::n_tiles() * sizeof(T);
  }
  [[nodiscard]] std::unique_ptr<border_rows> make_rows() const override {
    return std::make_unique<rows_of_borders<T>>(shape_);
  }
  [[nodiscard]] score exact_above() const override { return values_.exact_above; }

  void run(std::uint32_t first_op, std::uint32_t last_op, std::span<score> ends, border_rows* keep) override {
    auto* const kept = static_cast<rows_of_borders<T>*>(keep);
    borders_.clear();
    for (std::size_t tile = 0; tile < base::n_tiles(); ++tile) {
      tile_ = tile;
      constants_ = base::constants_of(tile);
      next_border_ = 0;
      for (std::uint32_t o = first_op; o < last_op; ++o) {
        const sweep_op& op = program_.ops[o];
        if (op.is_dead) continue;
        run_op(op, ends);
        if (op.border != exon_border::none && kept != nullptr && kept->has(op.number))
          keep_border(op, kept->row(tile, op.number));
      }
    }
  }

  [[nodiscard]] const T* row(std::size_t tile, slot_id of) const { return base::slot(tile, of); }
  [[nodiscard]] score origin() const { return values_.origin; }

 private:
  using base::best_;
  using base::problem_;
  using base::program_;
  using base::shape_;
  using base::values_;

  // What goes from a tile to the next: per row that is read below, what lies left of its first column.
  struct border {
    T above, gap;
  };

  [[nodiscard]] T* slot(slot_id of) const { return base::slot(tile_, of); }

  [[nodiscard]] border left_of_next() {
    if (tile_ == 0) {
      if (base::n_tiles() > 1) borders_.push_back({});
      return {base::low(), base::low()};
    }
    return borders_[next_border_];
  }
  void give_on(const border& right) {
    if (base::n_tiles() > 1) borders_[next_border_] = right;
    ++next_border_;
  }

  // Of residues it is the row itself, and with it what came over the same border before.
  void keep_border(const sweep_op& op, T* to) const {
    if (op.kind == sweep_op_kind::merge)
      base::merge_rows(slot(op.src), op.weight, true, to);
    else if (op.kind != sweep_op_kind::end)
      std::memcpy(to, slot(op.dst), shape_.row() * sizeof(T));
  }

  void run_op(const sweep_op& op, std::span<score> ends) {
    switch (op.kind) {
      case sweep_op_kind::begin:
        return base::add_source(tile_, op.weight, op.weight - base::end_open(), true, slot(op.dst));
      case sweep_op_kind::merge:
        return base::merge_rows(slot(op.src), op.weight, op.is_first, slot(op.dst));
      case sweep_op_kind::residue:
        return run_residue(op);
      case sweep_op_kind::steps:
        return run_steps(op);
      case sweep_op_kind::run:
        return run_run(program_.runs[op.index]);
      case sweep_op_kind::end:
        if (ends.empty()) return;
        score& best = ends[op.number];
        const score here = base::worth_of(tile_, slot(op.src), 0) + op.weight;
        best = tile_ == 0 ? here : std::max(best, here);
        return;
    }
  }

  void run_residue(const sweep_op& op) {
    const border left = left_of_next();
    T *above = slot(op.src), *row = slot(op.dst);
    tile_step<T> step{};
    step.above = above;
    step.profile = base::profile(tile_, op.residue);
    step.row = row;
    step.above_first = left.above;
    give_on({above[base::plane() - 1], 0});
    const T weight = lane_weight<T>(op.weight);
    if (op.is_first)
      base::is_affine() ? merge_residue<true, true>(constants_, step, weight)
                        : merge_residue<true, false>(constants_, step, weight);
    else
      base::is_affine() ? merge_residue<false, true>(constants_, step, weight)
                        : merge_residue<false, false>(constants_, step, weight);
    base::pass_ends(above, op.weight - base::end_extend(), op.is_first, row);
  }

  void run_steps(const sweep_op& op) {
    std::array<const T*, most_steps> entries;
    std::array<tile_step<T>, most_steps> steps;
    bool has_entry = false;
    for (std::size_t s = 0; s < op.n_steps; ++s) {
      const sweep_step& of = program_.steps[op.index + s];
      has_entry |= of.entry != nothing;
      entries[s] = slot(of.entry);
      steps[s].above = slot(of.above);
      steps[s].row = slot(of.dst);
      steps[s].profile = base::profile(tile_, of.above == nothing ? residue_code{0} : of.residue);
    }
    make_rows_of(op.n_steps, has_entry, entries.data(), steps.data());
  }

  // Its rows three by three.
  void run_run(const sweep_run& run) {
    const std::array<const T*, most_steps> entries{slot(nothing), slot(nothing), slot(nothing)};
    std::array<tile_step<T>, most_steps> steps;
    for (std::uint32_t p = run.first; p < run.first + run.n;) {
      std::size_t n = 0;
      const std::uint32_t last = std::min<std::uint32_t>(p + most_steps, run.first + run.n);
      for (; p < last; ++p) {
        const slot_id of = run.slots[p % most_steps];
        if (of == nothing) continue;
        T* const row = slot(of);
        steps[n].above = steps[n].row = row;
        steps[n++].profile = base::profile(tile_, program_.codons[p - most_steps]);
      }
      if (n > 0) make_rows_of(n, false, entries.data(), steps.data());
    }
  }

  void make_rows_of(std::size_t n, bool has_entry, const T* const* entries, tile_step<T>* steps) {
    std::array<border, most_steps> left;
    const std::size_t first_border = next_border_;
    for (std::size_t s = 0; s < n; ++s) {
      tile_step<T>& step = steps[s];
      left[s] = left_of_next();
      ++next_border_;
      step.entry = entries[s];
      step.above_first = left[s].above;
      step.gap_first = left[s].gap;
      step.maxima = best_.get() + s * 3 * base::lanes();
      base::pass_lanes(step.above + shape_.lead(), -base::end_extend(), true, step.row + shape_.lead());
      base::pass_lanes(step.above + shape_.trail(), -base::end_extend(), true, step.row + shape_.trail());
      if (has_entry) base::pass_ends(step.entry, 0, false, step.row);
      step.lead = std::max(step.row[shape_.lead()], static_cast<T>(values_.floor));
    }
    step_by_kind(n, has_entry, steps);
    for (std::size_t s = 0; s < n; ++s) {
      const T* const best = steps[s].maxima + (base::has_both_ends() ? 2 * base::lanes() : 0);
      if (base::has_ends()) base::pass_lanes(best, -base::end_open(), false, steps[s].row + shape_.trail());
      if (base::n_tiles() > 1) borders_[first_border + s] = {steps[s].above_last, steps[s].gap_next};
    }
  }

  void step_by_kind(std::size_t n, bool has_entry, tile_step<T>* steps) {
    if (base::has_both_ends()) {
      for (std::size_t s = 0; s < n; ++s)
        base::is_affine() ? step_rows<1, true, true, true>(constants_, steps + s)
                          : step_rows<1, true, false, true>(constants_, steps + s);
    } else if (base::is_affine()) {
      has_entry ? step_by_number<true, true>(n, steps) : step_by_number<false, true>(n, steps);
    } else {
      has_entry ? step_by_number<true, false>(n, steps) : step_by_number<false, false>(n, steps);
    }
  }
  template <bool kEntry, bool kAffine>
  void step_by_number(std::size_t n, tile_step<T>* steps) const {
    switch (n) {
      case 1:
        return step_rows<1, kEntry, kAffine, false>(constants_, steps);
      case 2:
        return step_rows<2, kEntry, kAffine, false>(constants_, steps);
      default:
        return step_rows<3, kEntry, kAffine, false>(constants_, steps);
    }
  }

  std::size_t tile_ = 0;
  tile_constants<T> constants_;
  std::vector<border> borders_;
  std::size_t next_border_ = 0;
};

template <class T>
class lane_backward final : public backward_machine, private machine_base<T> {
  using base = machine_base<T>;

 public:
  lane_backward(const problem& p, const sweep_program& program, const lane_values& values,
                std::size_t most_segments)
      : base(p, program, values, direction::backward, most_segments), most_segments_(most_segments) {}

  void clear() override { base::clear_slots(); }
  void save(std::span<const slot_id> slots, std::byte* to) const override { base::save_slots(slots, to); }
  void load(std::span<const slot_id> slots, const std::byte* from) override { base::load_slots(slots, from); }
  [[nodiscard]] std::uint64_t row_bytes() const override {
    return shape_.row() * base::n_tiles() * sizeof(T);
  }
  [[nodiscard]] std::unique_ptr<border_rows> make_rows() const override {
    return std::make_unique<rows_of_borders<T>>(shape_);
  }
  [[nodiscard]] score exact_above() const override { return values_.exact_above; }

  void run(std::uint32_t first_op, std::uint32_t last_op, const options& how) override {
    borders_.clear();
    for (std::size_t tile = 0; tile < base::n_tiles(); ++tile) {
      tile_ = tile;
      constants_ = base::constants_of(tile);
      next_border_ = 0;
      for (std::uint32_t o = last_op; o-- > first_op;) {
        const sweep_op& op = program_.ops[o];
        if (op.is_dead) continue;
        const T* row = op.kind == sweep_op_kind::end ? nullptr : slot(op.dst);
        if (op.border != exon_border::none) {
          row = border_row_of(op, how, row);
          if (op.kind == sweep_op_kind::end && row == slot(nothing)) {
            if (op.is_last) std::fill_n(slot(op.src), shape_.row(), base::low());
            continue;
          }
        }
        run_op(op, row, how);
      }
    }
  }

  [[nodiscard]] std::unique_ptr<backward_machine> make_another() const override {
    return std::make_unique<lane_backward>(problem_, program_, values_, most_segments_);
  }

  [[nodiscard]] score join(const forward_machine& forward, std::span<const slot_id> slots) const override {
    const auto& other = static_cast<const lane_forward<T>&>(forward);
    score best = unreachable;
    for (std::size_t tile = 0; tile < base::n_tiles(); ++tile)
      for (const slot_id of : slots)
        best = std::max(best, join_rows(other.row(base::n_tiles() - 1 - tile, of), base::slot(tile, of)));
    for (const slot_id of : slots) best = std::max(best, join_ends(other, of));
    return best;
  }

 private:
  using base::best_;
  using base::problem_;
  using base::program_;
  using base::shape_;
  using base::values_;

  struct border {
    T row, gap;
  };

  [[nodiscard]] T* slot(slot_id of) const { return base::slot(tile_, of); }

  // The row that an op with a border is run with, when what was asked for is done.
  [[nodiscard]] const T* border_row_of(const sweep_op& op, const options& how, const T* own) {
    const border_row which = how.row_of ? how.row_of(op) : border_row::own;
    const T* row = own;
    if (which == border_row::none) row = slot(nothing);
    if (which == border_row::given && own != nullptr)
      row = static_cast<const rows_of_borders<T>*>(how.given)->row(tile_, op.number);
    if (own == nullptr) return row;
    if (how.keep != nullptr && how.keep->has(op.number))
      std::memcpy(static_cast<rows_of_borders<T>*>(how.keep)->row(tile_, op.number), row,
                  shape_.row() * sizeof(T));
    if (how.forward != nullptr && how.forward->has(op.number)) {
      const auto* const kept = static_cast<const rows_of_borders<T>*>(how.forward);
      const std::size_t mirrored = base::n_tiles() - 1 - tile_;
      score& best = how.through[op.number];
      if (tile_ == 0) best = unreachable;
      best = std::max(best, join_rows(kept->row(mirrored, op.number), row));
      // L and T by their largest lane, whichever tile has it
      for (std::size_t other = 0; other < base::n_tiles(); ++other)
        best = std::max(best, join_ends_of(kept->row(other, op.number), row));
    }
    return row;
  }

  // S and F.
  [[nodiscard]] score join_rows(const T* forward, const T* row) const {
    score best = largest_sum(forward, row, base::plane());
    if (base::is_affine())
      best = std::max(best, largest_sum(forward + base::plane(), row + base::plane(), base::plane()));
    return total_of(best);
  }
  [[nodiscard]] score total_of(score lanes) const {
    const std::int64_t total = std::int64_t{lanes} + 2 * values_.origin;
    return static_cast<score>(std::max<std::int64_t>(total, unreachable));
  }
  [[nodiscard]] score join_ends_of(const T* forward, const T* row) const {
    if (!base::has_ends()) return unreachable;
    const auto largest = [](const T* from) {
      return hn::GetLane(hn::MaxOfLanes(typename base::tag(), hn::Load(typename base::tag(), from)));
    };
    const auto sum = [](T a, T b) {
      return static_cast<score>(std::max<std::int64_t>(std::int64_t{a} + b, 2 * std::int64_t{unreachable}));
    };
    return total_of(std::max(sum(forward[shape_.lead()], largest(row + shape_.trail())),
                             sum(largest(forward + shape_.trail()), row[shape_.lead()])));
  }
  [[nodiscard]] score join_ends(const lane_forward<T>& forward, slot_id of) const {
    score best = unreachable;
    for (std::size_t a = 0; a < base::n_tiles(); ++a)
      for (std::size_t b = 0; b < base::n_tiles(); ++b)
        best = std::max(best, join_ends_of(forward.row(a, of), base::slot(b, of)));
    return best;
  }

  [[nodiscard]] border left_of_next() {
    if (tile_ == 0) {
      if (base::n_tiles() > 1) borders_.push_back({});
      return {base::low(), base::low()};
    }
    return borders_[next_border_];
  }

  void run_op(const sweep_op& op, const T* row, const options& how) {
    switch (op.kind) {
      case sweep_op_kind::begin: {
        if (how.begins.empty()) return;
        score& best = how.begins[op.number];
        const score here = base::worth_of(tile_, row, -base::end_open()) + op.weight;
        best = tile_ == 0 ? here : std::max(best, here);
        return;
      }
      case sweep_op_kind::merge:
        return base::merge_rows(row, op.weight, op.is_last, slot(op.src));
      case sweep_op_kind::residue:
        return run_residue(op, row);
      case sweep_op_kind::steps:
        return run_steps(op);
      case sweep_op_kind::run:
        return run_run(program_.runs[op.index]);
      case sweep_op_kind::end:
        return base::add_source(tile_, op.weight, op.weight, op.is_last, slot(op.src));
    }
  }

  void run_residue(const sweep_op& op, const T* row) {
    const border left = left_of_next();
    if (base::n_tiles() > 1) borders_[next_border_] = {row[base::plane() - 1], 0};
    ++next_border_;
    const T weight = lane_weight<T>(op.weight);
    const T* const profile = base::profile(tile_, op.residue);
    base::is_affine()
        ? residue_back<true>(constants_, row, profile, left.row, weight, op.is_last, slot(op.src))
        : residue_back<false>(constants_, row, profile, left.row, weight, op.is_last, slot(op.src));
    base::pass_ends(row, op.weight - base::end_extend(), op.is_last, slot(op.src));
  }

  void run_steps(const sweep_op& op) {
    std::array<back_step<T>, most_steps> steps;
    bool has_entry = false;
    for (std::size_t s = 0; s < op.n_steps; ++s) {
      const sweep_step& of = program_.steps[op.index + s];
      back_step<T>& step = steps[s];
      step.row = slot(of.dst);
      step.above = of.above == nothing ? base::no_slot(tile_) : slot(of.above);
      step.entry = of.entry == nothing ? base::no_slot(tile_) : slot(of.entry);
      step.profile = base::profile(tile_, of.above == nothing ? residue_code{0} : of.residue);
      step.sets_above = of.is_last_above || of.above == nothing || of.above == of.dst;
      step.sets_entry = of.is_last_entry || of.entry == nothing;
      has_entry |= of.entry != nothing;
    }
    make_rows_of(op.n_steps, has_entry, steps.data());
  }

  void run_run(const sweep_run& run) {
    std::array<back_step<T>, most_steps> steps;
    for (std::uint32_t behind = run.first + run.n; behind > run.first;) {
      std::size_t n = 0;
      const std::uint32_t first = behind - std::min<std::uint32_t>(behind - run.first, most_steps);
      for (; behind > first; --behind) {
        const slot_id of = run.slots[(behind - 1) % most_steps];
        if (of == nothing) continue;
        back_step<T>& step = steps[n++];
        step.row = step.above = slot(of);
        step.entry = nullptr;
        step.profile = base::profile(tile_, program_.codons[behind - 1 - most_steps]);
        step.sets_above = true;
      }
      if (n > 0) make_rows_of(n, false, steps.data());
    }
  }

  void make_rows_of(std::size_t n, bool has_entry, back_step<T>* steps) {
    const std::size_t first_border = next_border_;
    for (std::size_t s = 0; s < n; ++s) {
      back_step<T>& step = steps[s];
      const border left = left_of_next();
      ++next_border_;
      step.row_first = left.row;
      step.gap_first = left.gap;
      step.best = best_.get() + s * base::lanes();
      step.lead = static_cast<T>(std::max<score>(step.row[shape_.lead()] - base::end_open(), values_.floor));
    }
    step_by_kind(n, has_entry, steps);
    for (std::size_t s = 0; s < n; ++s) {
      back_step<T>& step = steps[s];
      if (base::has_ends()) base::pass_lanes(step.best, 0, false, step.row + shape_.trail());
      if (has_entry) base::pass_ends(step.row, 0, step.sets_entry, step.entry);
      base::pass_ends(step.row, -base::end_extend(), step.sets_above, step.above);
      if (base::n_tiles() > 1) borders_[first_border + s] = {step.row_last, step.gap_next};
    }
  }

  void step_by_kind(std::size_t n, bool has_entry, back_step<T>* steps) {
    if (base::has_both_ends()) {
      for (std::size_t s = 0; s < n; ++s) by_entry<1, true>(has_entry, steps + s);
      return;
    }
    switch (n) {
      case 1:
        return by_entry<1, false>(has_entry, steps);
      case 2:
        return by_entry<2, false>(has_entry, steps);
      default:
        return by_entry<3, false>(has_entry, steps);
    }
  }
  template <int K, bool kEnds>
  void by_entry(bool has_entry, back_step<T>* steps) const {
    if (base::is_affine())
      has_entry ? step_rows_back<K, true, true, kEnds>(constants_, steps)
                : step_rows_back<K, false, true, kEnds>(constants_, steps);
    else
      has_entry ? step_rows_back<K, true, false, kEnds>(constants_, steps)
                : step_rows_back<K, false, false, kEnds>(constants_, steps);
  }

  std::size_t most_segments_;
  std::size_t tile_ = 0;
  tile_constants<T> constants_;
  std::vector<border> borders_;
  std::size_t next_border_ = 0;
};

template <class T>
sweep_machines make(const problem& p, const sweep_program& program, const lane_values& values,
                    std::size_t most_segments) {
  return {std::make_unique<lane_forward<T>>(p, program, values, most_segments),
          std::make_unique<lane_backward<T>>(p, program, values, most_segments)};
}

}  // namespace

sweep_machines make_machines(const problem& p, const sweep_program& program, const lane_values& values,
                             bool is_narrow, std::size_t most_segments) {
  return is_narrow ? make<std::int16_t>(p, program, values, most_segments)
                   : make<std::int32_t>(p, program, values, most_segments);
}

std::size_t lanes_of_16_bits() { return hn::Lanes(hn::ScalableTag<std::int16_t>()); }

}  // namespace exonweave::spliced::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace exonweave::spliced {
namespace {

HWY_EXPORT(make_machines);
HWY_EXPORT(lanes_of_16_bits);

// What lanes of 16 bits hold of this target, and of what a gap over half of a vector costs.
std::optional<lane_values> narrow_values(const problem& p, const sweep_program& program) {
  const std::uint64_t columns = tile_layout::most_segments * (HWY_DYNAMIC_DISPATCH(lanes_of_16_bits)() / 2);
  if (columns * static_cast<std::uint64_t>(p.gaps.extend) > std::numeric_limits<std::int16_t>::max())
    return std::nullopt;
  return lane_values::narrow(p, path_weights{program.heaviest, program.largest_weight, 0, program.drift});
}

}  // namespace

std::optional<sweep_machines> make_sweep_machines(const problem& p, const sweep_program& program,
                                                  bool is_narrow, std::size_t most_segments) {
  const auto values = is_narrow ? narrow_values(p, program) : lane_values::wide();
  if (!values) return std::nullopt;
  return HWY_DYNAMIC_DISPATCH(make_machines)(p, program, *values, is_narrow,
                                             most_segments == 0 ? tile_layout::most_segments : most_segments);
}

}  // namespace exonweave::spliced
#endif
