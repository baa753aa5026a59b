// The sweep machine that runs forwards (sweep_machine.hpp).
#if defined(EXONWEAVE_LANE_FORWARD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EXONWEAVE_LANE_FORWARD_INL
#undef EXONWEAVE_LANE_FORWARD_INL
#else
#define EXONWEAVE_LANE_FORWARD_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "spliced/sweep/lane_machine-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace exonweave::spliced::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
class lane_forward final : public lane_machine<T, forward_machine> {
  using base = lane_machine<T, forward_machine>;

 public:
  lane_forward(const problem& p, const sweep_outline& outline, const lane_values& values, std::size_t max_segments)
      : base(p, outline, values, direction::forward, max_segments) {}

  void run(const sweep_window& window, op_range ops, std::span<score> ends, border_rows* keep) override {
    auto* const kept = static_cast<rows_of_borders<T>*>(keep);
    for (std::size_t tile = 0; tile < base::n_tiles(); ++tile) {
      base::begin_tile(window, tile);
      for (std::uint32_t o = ops.first; o < ops.last; ++o) {
        const sweep_op& op = window.ops[o];
        if (op.is_dead) continue;
        run_op(op, ends);
        if (op.border != exon_border::none && kept != nullptr && kept->has(op.number))
          keep_border(op, kept->row(tile, op.number));
      }
    }
  }

  [[nodiscard]] const T* row(std::size_t tile, slot_id slot) const { return base::slot(tile, slot); }
  [[nodiscard]] score origin() const { return values_.origin; }

 private:
  using border = typename base::tile_border;
  using base::best_;
  using base::constants_;
  using base::outline_;
  using base::problem_;
  using base::shape_;
  using base::slot;
  using base::tile_;
  using base::values_;
  using base::window_;

  // Of residues it is the row itself, and with it what came over the same border before.
  void keep_border(const sweep_op& op, T* out) const {
    if (op.kind == row_op_kind::merge)
      base::merge_rows(slot(op.src), op.weight, true, out);
    else if (op.kind != row_op_kind::end)
      std::memcpy(out, slot(op.dst), shape_.row() * sizeof(T));
  }

  void run_op(const sweep_op& op, std::span<score> ends) {
    switch (op.kind) {
      case row_op_kind::begin:
        return base::add_source(tile_, op.weight, op.weight - base::end_open(), true, slot(op.dst));
      case row_op_kind::merge:
        return base::merge_rows(slot(op.src), op.weight, op.is_first, slot(op.dst));
      case row_op_kind::residue:
        return run_residue(op);
      case row_op_kind::steps:
        return run_steps(op);
      case row_op_kind::run:
        return run_run(window_->runs[op.index]);
      case row_op_kind::end:
        if (ends.empty()) return;
        score& best = base::of_border(ends, op);
        const score here = base::value_of(tile_, slot(op.src), 0) + op.weight;
        best = tile_ == 0 ? here : std::max(best, here);
        return;
    }
  }

  void run_residue(const sweep_op& op) {
    const border left = base::left_of_next();
    T *above = slot(op.src), *row = slot(op.dst);
    tile_step<T> step{};
    step.above = above;
    step.profile = base::profile(tile_, op.residue);
    step.row = row;
    step.above_first = left.row;
    base::give_on(1, {above[base::plane() - 1], 0});
    const T weight = lane_weight<T>(op.weight);
    const tile_constants<T> constants = with_gap_weight(constants_, op.in_gap);
    if (op.is_first)
      base::is_affine() ? merge_residue<true, true>(constants, step, weight)
                        : merge_residue<true, false>(constants, step, weight);
    else
      base::is_affine() ? merge_residue<false, true>(constants, step, weight)
                        : merge_residue<false, false>(constants, step, weight);
    base::pass_ends(above, op.weight + op.in_gap - base::end_extend(), op.is_first, row);
  }

  void run_steps(const sweep_op& op) {
    std::array<const T*, max_steps> entries;
    std::array<tile_step<T>, max_steps> steps;
    bool has_entry = false;
    for (std::size_t s = 0; s < op.n_steps; ++s) {
      const row_step& step = window_->steps[op.index + s];
      has_entry |= step.entry != nothing;
      entries[s] = slot(step.entry);
      steps[s].above = slot(step.above);
      steps[s].row = slot(step.dst);
      steps[s].profile = base::profile(tile_, step.above == nothing ? residue_code{0} : step.residue);
      steps[s].in_gap = step.in_gap;
    }
    make_rows_of(op.n_steps, has_entry, entries.data(), steps.data());
  }

  // Its rows three by three.
  void run_run(const sweep_run& run) {
    const std::array<const T*, max_steps> entries{slot(nothing), slot(nothing), slot(nothing)};
    std::array<tile_step<T>, max_steps> steps;
    for (std::uint32_t p = run.first; p < run.first + run.n;) {
      std::size_t n = 0;
      const std::uint32_t last = std::min<std::uint32_t>(p + max_steps, run.first + run.n);
      for (; p < last; ++p) {
        const slot_id slot_index = run.slots[p % max_steps];
        if (slot_index == nothing) continue;
        T* const row = slot(slot_index);
        steps[n].above = steps[n].row = row;
        steps[n].in_gap = base::weight_in_gap(p - max_steps);
        steps[n++].profile = base::profile(tile_, outline_.codons[p - max_steps]);
      }
      if (n > 0) make_rows_of(n, false, entries.data(), steps.data());
    }
  }

  void make_rows_of(std::size_t n, bool has_entry, const T* const* entries, tile_step<T>* steps) {
    for (std::size_t s = 0; s < n; ++s) {
      tile_step<T>& step = steps[s];
      const border left = base::left_of_next();
      step.entry = entries[s];
      step.above_first = left.row;
      step.gap_first = left.gap;
      step.maxima = best_.get() + s * 3 * base::lanes();
      base::pass_ends(step.above, step.in_gap - base::end_extend(), true, step.row);
      if (has_entry) base::pass_ends(step.entry, 0, false, step.row);
      step.lead = std::max(step.row[shape_.lead()], static_cast<T>(values_.floor));
    }
    step_by_kind(n, has_entry, {base::is_affine(), base::has_both_ends(), base::is_weighed()}, constants_, steps);
    for (std::size_t s = 0; s < n; ++s) {
      const T* const best = steps[s].maxima + (base::has_both_ends() ? 2 * base::lanes() : 0);
      if (base::has_ends()) base::pass_lanes(best, -base::end_open(), false, steps[s].row + shape_.trail());
      base::give_on(n - s, {steps[s].above_last, steps[s].gap_next});
    }
  }
};

}  // namespace exonweave::spliced::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
