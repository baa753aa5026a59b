// The sweep machine that runs transposed, from the end (sweep_machine.hpp).
#if defined(EXONWEAVE_LANE_BACKWARD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EXONWEAVE_LANE_BACKWARD_INL
#undef EXONWEAVE_LANE_BACKWARD_INL
#else
#define EXONWEAVE_LANE_BACKWARD_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "spliced/sweep/lane_forward-inl.hpp"
#include "spliced/sweep/sweep_kernel-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace exonweave::spliced::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
class lane_backward final : public lane_machine<T, backward_machine> {
  using base = lane_machine<T, backward_machine>;

 public:
  using typename backward_machine::options;

  lane_backward(const problem& p, const sweep_outline& outline, const lane_values& values, std::size_t max_segments)
      : base(p, outline, values, direction::backward, max_segments) {}

  void run(const sweep_window& window, op_range ops, const options& how) override {
    for (std::size_t tile = 0; tile < base::n_tiles(); ++tile) {
      base::begin_tile(window, tile);
      for (std::uint32_t o = ops.last; o-- > ops.first;) {
        const sweep_op& op = window.ops[o];
        if (op.is_dead) continue;
        const T* row = op.kind == row_op_kind::end ? nullptr : slot(op.dst);
        if (op.border != exon_border::none) {
          row = border_row_of(op, how, row);
          if (op.kind == row_op_kind::end && row == slot(nothing)) {
            if (op.is_last) std::fill_n(slot(op.src), shape_.row(), base::low());
            continue;
          }
          if (how.met != nullptr && op.border == exon_border::start && op.src != nothing) {
            run_and_meet(op, row, how);
            continue;
          }
        }
        run_op(op, row, how);
      }
    }
    if (ops.first == 0) base::clear_slots(window.unread);
  }

  [[nodiscard]] score join(const forward_machine& forward, std::span<const slot_id> slots) const override {
    const auto& other = static_cast<const lane_forward<T>&>(forward);
    score best = unreachable;
    for (std::size_t tile = 0; tile < base::n_tiles(); ++tile)
      for (const slot_id slot : slots)
        best = std::max(best, join_rows(other.row(base::n_tiles() - 1 - tile, slot), base::slot(tile, slot), false));
    for (const slot_id slot : slots) best = std::max(best, join_ends(other, slot));
    return best;
  }

 private:
  using border = typename base::tile_border;
  using base::best_;
  using base::constants_;
  using base::outline_;
  using base::shape_;
  using base::slot;
  using base::tile_;
  using base::values_;
  using base::window_;

  // The row that an op with a border is run with, when what was requested is done.
  [[nodiscard]] const T* border_row_of(const sweep_op& op, const options& how, const T* own) {
    const T* const row = how.is_barred && how.is_barred(op) ? slot(nothing) : own;
    if (own == nullptr) return row;
    if (how.forward != nullptr && how.forward->has(op.number)) {
      const auto* const kept = static_cast<const rows_of_borders<T>*>(how.forward);
      join_border(op, how, row, 0, [&](std::size_t tile) { return kept->row(tile, op.number); });
    }
    return row;
  }

  // What an op of some kinds earns for its source is made alone, so that it meets who is there, and let in.
  void run_and_meet(const sweep_op& op, const T* row, const options& how) {
    const slot_id source = how.sources[static_cast<std::size_t>(&op - window_->ops.data())];
    if (source == nothing) return run_op(op, row, how);
    const auto& other = static_cast<const lane_forward<T>&>(*how.met);
    const auto forward_row = [&](std::size_t tile) { return other.row(tile, source); };
    if (op.kind == row_op_kind::merge) {
      join_border(op, how, row, op.weight, forward_row);
      return run_op(op, row, how);
    }
    T* const earned = base::no_slot(tile_);
    run_residue(op, row, true, earned);
    join_border(op, how, earned, 0, forward_row);
    base::merge_rows(earned, 0, op.is_last, slot(op.src));
  }

  // Of one tile; `weight` more.
  template <class ForwardRow>
  void join_border(const sweep_op& op, const options& how, const T* row, score weight,
                   const ForwardRow& forward) const {
    score& best = base::of_border(how.through, op);
    if (tile_ == 0) best = unreachable;
    const auto let_in = [&](score joined) {
      if (is_reachable(joined)) best = std::max(best, joined + weight);
    };
    const std::size_t mirrored = base::n_tiles() - 1 - tile_;
    let_in(join_rows(forward(mirrored), row, joins_ends_with_rows));
    // L and T by their largest lane, whichever tile has it
    for (std::size_t other = 0; other < base::n_tiles(); ++other)
      if (other != mirrored || !joins_ends_with_rows) let_in(join_ends_of(forward(other), row));
  }

  // Where lanes saturate they may be added up as columns are.
  static constexpr bool joins_ends_with_rows = sizeof(T) == 2;

  // S and F, and perhaps L and T of the same tiles.
  [[nodiscard]] score join_rows(const T* forward, const T* row, bool with_ends) const {
    const typename base::tag d;
    const auto sums = [&](T less) HWY_ATTR {
      auto best = largest_sums(d, forward, row, base::plane(), base::is_affine() ? 2 : 1, less);
      if constexpr (joins_ends_with_rows) {
        if (with_ends && base::has_ends()) {
          const auto sum = [&](std::size_t of_forward, std::size_t of_row) HWY_ATTR {
            const auto here = hn::SaturatedSub(hn::Load(d, forward + of_forward), hn::Set(d, less));
            return hn::SaturatedAdd(here, hn::Load(d, row + of_row));
          };
          best = hn::Max(best, hn::Max(sum(shape_.lead(), shape_.trail()), sum(shape_.trail(), shape_.lead())));
        }
      }
      return best;
    };
    return total_of(largest_of_sums(d, sums));
  }
  [[nodiscard]] score total_of(score lanes) const {
    const std::int64_t total = std::int64_t{lanes} + 2 * values_.origin;
    return static_cast<score>(std::max<std::int64_t>(total, unreachable));
  }
  [[nodiscard]] score join_ends_of(const T* forward, const T* row) const {
    if (!base::has_ends()) return unreachable;
    const auto largest = [](const T* lanes) {
      return hn::GetLane(hn::MaxOfLanes(typename base::tag(), hn::Load(typename base::tag(), lanes)));
    };
    const auto sum = [](T a, T b) {
      return static_cast<score>(std::max<std::int64_t>(std::int64_t{a} + b, 2 * std::int64_t{unreachable}));
    };
    return total_of(std::max(sum(forward[shape_.lead()], largest(row + shape_.trail())),
                             sum(largest(forward + shape_.trail()), row[shape_.lead()])));
  }
  [[nodiscard]] score join_ends(const lane_forward<T>& forward, slot_id slot) const {
    score best = unreachable;
    for (std::size_t a = 0; a < base::n_tiles(); ++a)
      for (std::size_t b = 0; b < base::n_tiles(); ++b)
        best = std::max(best, join_ends_of(forward.row(a, slot), base::slot(b, slot)));
    return best;
  }

  void run_op(const sweep_op& op, const T* row, const options& how) {
    switch (op.kind) {
      case row_op_kind::begin: {
        if (how.begins.empty()) return;
        score& best = base::of_border(how.begins, op);
        const score here = base::value_of(tile_, row, -base::end_open()) + op.weight;
        best = tile_ == 0 ? here : std::max(best, here);
        return;
      }
      case row_op_kind::merge:
        return base::merge_rows(row, op.weight, op.is_last, slot(op.src));
      case row_op_kind::residue:
        return run_residue(op, row, op.is_last, slot(op.src));
      case row_op_kind::steps:
        return run_steps(op);
      case row_op_kind::run:
        return run_run(window_->runs[op.index]);
      case row_op_kind::end:
        return base::add_source(tile_, op.weight, op.weight, op.is_last, slot(op.src));
    }
  }

  void run_residue(const sweep_op& op, const T* row, bool sets, T* above) {
    const border left = base::left_of_next();
    base::give_on(1, {row[base::plane() - 1], 0});
    const T weight = lane_weight<T>(op.weight);
    const T* const profile = base::profile(tile_, op.residue);
    const tile_constants<T> constants = with_gap_weight(constants_, op.in_gap);
    base::is_affine() ? residue_back<true>(constants, row, profile, left.row, weight, sets, above)
                      : residue_back<false>(constants, row, profile, left.row, weight, sets, above);
    base::pass_ends(row, op.weight + op.in_gap - base::end_extend(), sets, above);
  }

  void run_steps(const sweep_op& op) {
    std::array<back_step<T>, max_steps> steps;
    bool has_entry = false;
    for (std::size_t s = 0; s < op.n_steps; ++s) {
      const row_step& source = window_->steps[op.index + s];
      back_step<T>& step = steps[s];
      step.row = slot(source.dst);
      step.above = source.above == nothing ? base::no_slot(tile_) : slot(source.above);
      step.entry = source.entry == nothing ? base::no_slot(tile_) : slot(source.entry);
      step.profile = base::profile(tile_, source.above == nothing ? residue_code{0} : source.residue);
      step.sets_above = source.is_last_above || source.above == nothing || source.above == source.dst;
      step.sets_entry = source.is_last_entry || source.entry == nothing;
      step.in_gap = source.in_gap;
      has_entry |= source.entry != nothing;
    }
    make_rows_of(op.n_steps, has_entry, steps.data());
  }

  void run_run(const sweep_run& run) {
    std::array<back_step<T>, max_steps> steps;
    for (std::uint32_t after = run.first + run.n; after > run.first;) {
      std::size_t n = 0;
      const std::uint32_t first = after - std::min<std::uint32_t>(after - run.first, max_steps);
      for (; after > first; --after) {
        const slot_id slot_index = run.slots[(after - 1) % max_steps];
        if (slot_index == nothing) continue;
        back_step<T>& step = steps[n++];
        step.row = step.above = slot(slot_index);
        step.entry = nullptr;
        step.profile = base::profile(tile_, outline_.codons[after - 1 - max_steps]);
        step.in_gap = base::weight_in_gap(after - 1 - max_steps);
        step.sets_above = true;
      }
      if (n > 0) make_rows_of(n, false, steps.data());
    }
  }

  void make_rows_of(std::size_t n, bool has_entry, back_step<T>* steps) {
    for (std::size_t s = 0; s < n; ++s) {
      back_step<T>& step = steps[s];
      const border left = base::left_of_next();
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
      base::pass_ends(step.row, step.in_gap - base::end_extend(), step.sets_above, step.above);
      base::give_on(n - s, {step.row_last, step.gap_next});
    }
  }

  void step_by_kind(std::size_t n, bool has_entry, back_step<T>* steps) {
    if (base::is_weighed()) return step_weighed(n, has_entry, steps);
    if (base::has_both_ends()) {
      for (std::size_t s = 0; s < n; ++s) by_entry<1, true, false>(has_entry, steps + s);
      return;
    }
    switch (n) {
      case 1:
        return by_entry<1, false, false>(has_entry, steps);
      case 2:
        return by_entry<2, false, false>(has_entry, steps);
      default:
        return by_entry<3, false, false>(has_entry, steps);
    }
  }
  void step_weighed(std::size_t n, bool has_entry, back_step<T>* steps) const {
    if (n == max_steps && !base::has_both_ends()) return by_entry<3, false, true>(has_entry, steps);
    for (std::size_t s = 0; s < n; ++s)
      base::has_both_ends() ? by_entry<1, true, true>(has_entry, steps + s)
                            : by_entry<1, false, true>(has_entry, steps + s);
  }
  template <int K, bool kEnds, bool kWeighed>
  void by_entry(bool has_entry, back_step<T>* steps) const {
    if (base::is_affine())
      has_entry ? step_rows_back<K, true, true, kEnds, kWeighed>(constants_, steps)
                : step_rows_back<K, false, true, kEnds, kWeighed>(constants_, steps);
    else
      has_entry ? step_rows_back<K, true, false, kEnds, kWeighed>(constants_, steps)
                : step_rows_back<K, false, false, kEnds, kWeighed>(constants_, steps);
  }
};

}  // namespace exonweave::spliced::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
