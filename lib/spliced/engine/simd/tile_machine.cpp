#include "spliced/engine/simd/tile_machine.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "spliced/engine/row_machine.hpp"
#include "spliced/engine/simd/target_rows.hpp"
#include "spliced/engine/simd/tile_window.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spliced/engine/simd/tile_machine.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "spliced/engine/simd/row_kernel-inl.hpp"
#include "spliced/engine/simd/tile_maxima-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace exonweave::spliced::HWY_NAMESPACE {

template <class T>
class tile_machine : public row_machine {
 public:
  tile_machine(const problem& p, const row_schedule& schedule, const lane_values& values)
      : problem_(p),
        schedule_(schedule),
        values_(values),
        layout_(tile_layout::of(p.n_columns(), hn::Lanes(hn::ScalableTag<T>()), p.layout().has_vertical)),
        slots_(layout_, values, schedule.n_slots, 0, layout_.n_tiles),
        target_(p, layout_, values),
        maxima_(schedule, layout_, values) {
    for (std::size_t tile = 0; tile < layout_.n_tiles; ++tile)
      std::fill_n(slots_.row(tile, nothing), layout_.row(), low());
  }

  void run(const schedule_block& block, const row_maxima& maxima) override {
    run_block(block, maxima, {}, layout_.n_tiles, [](std::size_t, std::size_t, const T*) {});
  }

  std::unique_ptr<kept_rows> keep(const schedule_block& block, const kept_part& part,
                                  const row_maxima& maxima) override {
    const std::size_t n_rows = part.rows.size() + (part.has_runs ? block.n_run_rows : 0);
    const column_window requested{part.columns.first, std::min(part.columns.last, problem_.n_columns())};
    const std::size_t n_tiles = layout_.tile_of(requested.last - 1) + 1;
    const bool is_whole = requested.first == 0 && requested.last == problem_.n_columns();
    const auto window = is_whole ? std::nullopt : lane_window::of(layout_, requested);
    if (window) {
      auto kept = std::make_unique<window_rows<T>>(layout_, values_, *window, n_rows);
      kept->kept_columns = requested;
      run_block(block, maxima, part, n_tiles, [&](std::size_t index, std::size_t tile, const T* row) {
        if (window->has(tile)) kept->copy(index, tile, row);
      });
      return kept;
    }
    const std::size_t first_tile = layout_.tile_of(requested.first);
    auto kept = std::make_unique<tile_rows<T>>(layout_, values_, n_rows, first_tile, n_tiles - first_tile);
    kept->kept_columns = {first_tile * layout_.plane(), n_tiles * layout_.plane()};
    run_block(block, maxima, part, n_tiles, [&](std::size_t index, std::size_t tile, const T* row) {
      if (tile < first_tile) return;
      std::memcpy(kept->row(tile, index), row, layout_.row() * sizeof(T));
    });
    return kept;
  }

  void save(std::span<const slot_id> live, std::byte* out) const override {
    for (std::size_t tile = 0; tile < layout_.n_tiles; ++tile)
      for (const slot_id slot : live) {
        std::memcpy(out, slots_.row(tile, slot), layout_.row() * sizeof(T));
        out += layout_.row() * sizeof(T);
      }
  }
  void load(std::span<const slot_id> live, const std::byte* saved) override {
    for (std::size_t tile = 0; tile < layout_.n_tiles; ++tile)
      for (const slot_id slot : live) {
        std::memcpy(slots_.row(tile, slot), saved, layout_.row() * sizeof(T));
        saved += layout_.row() * sizeof(T);
      }
  }
  void decode(slot_id slot, std::span<score> S, std::span<score> F) const override { slots_.decode(slot, S, F); }
  void encode(slot_id slot, std::span<const score> S, std::span<const score> F) override { slots_.encode(slot, S, F); }
  [[nodiscard]] std::uint64_t row_bytes() const override { return layout_.row() * layout_.n_tiles * sizeof(T); }
  // Whole tiles, of which two may be in part only.
  [[nodiscard]] std::uint64_t kept_bytes(std::size_t n_columns) const override {
    return layout_.row() * std::min(layout_.n_tiles, n_columns / layout_.plane() + 2) * sizeof(T);
  }
  [[nodiscard]] score exact_above() const override { return values_.exact_above; }

 private:
  // What goes from a tile to the next: per row that is read below, what lies left of its first column.
  struct border {
    T above, gap;
  };

  [[nodiscard]] T low() const { return static_cast<T>(values_.low); }
  [[nodiscard]] bool has_both_ends() const { return problem_.residue_ends && !problem_.free_target_ends; }

  // Tile after tile: a block's rows read nothing to the right. take(index, tile, row): a part of a kept row.
  template <class Take>
  void run_block(const schedule_block& block, const row_maxima& maxima, const kept_part& part, std::size_t n_tiles,
                 const Take& take) {
    borders_.resize(block.n_computed);
    maxima_.begin(block.n_computed);
    for (std::size_t tile = 0; tile < n_tiles; ++tile) {
      next_border_ = 0;
      maxima_.begin_tile();
      run_tile(block, tile, part, take);
    }
    if (!maxima.best.empty()) maxima_.tell(block, maxima);
  }

  template <class Take>
  void run_tile(const schedule_block& block, std::size_t tile, const kept_part& part, const Take& take) {
    const tile_constants<T> constants = constants_of(tile);
    const auto take_slot = [&](std::size_t index, slot_id slot) { take(index, tile, constants.slot(slot)); };
    kept_cursor cursor(schedule_, block, part.rows);
    std::size_t next_run_row = part.rows.size();
    for (std::uint32_t o = block.first_op; o < block.last_op; ++o) {
      const row_op& op = schedule_.ops[o];
      cursor.before(o, take_slot);
      if (op.kind == row_op_kind::run)
        run_rows(op, constants, [&](const T* row) {
          if (part.has_runs) take(next_run_row++, tile, row);
        });
      else
        run_op(op, constants);
      if (op.kind == row_op_kind::steps) cursor.after(op, take_slot);
    }
    cursor.before(block.last_op, take_slot);
  }

  [[nodiscard]] tile_constants<T> constants_of(std::size_t tile) {
    const bool ends = has_both_ends();
    return {slots_.row(tile, 0),
            target_.profile(tile, 0),
            target_.source(tile),
            layout_.row(),
            layout_.segments,
            layout_.plane(),
            tile == 0,
            tile + 1 == layout_.n_tiles,
            static_cast<T>(problem_.gaps.open),
            static_cast<T>(problem_.gaps.extend),
            low(),
            static_cast<T>(values_.floor),
            ends ? target_.before(tile) : nullptr,
            ends ? target_.after(tile) : nullptr};
  }

  void run_op(const row_op& op, const tile_constants<T>& tile) {
    switch (op.kind) {
      case row_op_kind::begin:
        return set_source(tile, op.dst);
      case row_op_kind::merge:
        if (op.is_first)
          return set_merged(tile.low, tile.slot(op.src), lane_weight<T>(op.weight), tile.row, tile.slot(op.dst));
        return merge(tile.slot(op.src), lane_weight<T>(op.weight), tile.row, tile.slot(op.dst));
      case row_op_kind::residue:
        return run_residue(op, tile);
      case row_op_kind::steps:
        return run_steps(op, tile);
      case row_op_kind::run:
      case row_op_kind::end:
        return;  // run_rows; not of schedules
    }
  }

  void set_source(const tile_constants<T>& tile, slot_id dst) {
    std::copy_n(tile.source, tile.plane, tile.slot(dst));
    if (layout_.n_planes == 2) std::fill_n(tile.slot(dst) + tile.plane, tile.plane, tile.low);
  }

  // What lies left of the next row that is read below; the caller puts there what the tile to the right will read.
  [[nodiscard]] border border_of(const tile_constants<T>& tile, std::size_t index) const {
    return tile.is_first ? border{tile.low, tile.low} : borders_[index];
  }

  void run_residue(const row_op& op, const tile_constants<T>& unweighed) {
    const tile_constants<T> tile = with_gap_weight(unweighed, op.in_gap);
    tile_step<T> step{};
    step.above = tile.slot(op.src);
    step.profile = tile.profile(op.residue);
    step.row = tile.slot(op.dst);
    step.above_first = border_of(tile, next_border_).above;
    borders_[next_border_++].above = step.above[tile.plane - 1];
    const T weight = lane_weight<T>(op.weight);
    if (op.is_first)
      layout_.n_planes == 2 ? merge_residue<true, true>(tile, step, weight)
                            : merge_residue<true, false>(tile, step, weight);
    else
      layout_.n_planes == 2 ? merge_residue<false, true>(tile, step, weight)
                            : merge_residue<false, false>(tile, step, weight);
  }

  void run_steps(const row_op& op, const tile_constants<T>& tile) {
    std::array<tile_step<T>, max_steps> steps;
    bool has_entry = false;
    for (std::uint8_t s = 0; s < op.n_steps; ++s) {
      const schedule_step& step = schedule_.steps[op.index + s];
      const border left = border_of(tile, next_border_ + s);
      has_entry |= step.entry != nothing;
      steps[s] = {tile.slot(step.above),
                  tile.slot(step.entry),
                  tile.profile(step.above == nothing ? 0 : step.residue),
                  tile.slot(step.dst),
                  values_.template raised<T>(step.lead),
                  left.above,
                  left.gap,
                  maxima_.next(),
                  step.in_gap,
                  0,
                  0};
    }
    step_by_kind(op.n_steps, has_entry, kind(), tile, steps.data());
    if (!tile.is_last)
      for (std::uint8_t s = 0; s < op.n_steps; ++s)
        borders_[next_border_ + s] = {steps[s].above_last, steps[s].gap_next};
    next_border_ += op.n_steps;
  }

  [[nodiscard]] step_kind kind() const {
    return {layout_.n_planes == 2, has_both_ends(), problem_.graph.has_gap_weights()};
  }

  template <class Visit>
  void run_rows(const row_op& op, const tile_constants<T>& tile, const Visit& visit) {
    const row_run& run = schedule_.runs[op.index];
    T* const dst = tile.slot(op.dst);
    const T* above = tile.slot(op.src);
    for (std::uint32_t i = 0; i < run.n_residues; ++i) {
      const border left = border_of(tile, next_border_);
      const graph_view& graph = problem_.graph;
      const std::uint64_t residue = run.first_residue + i;
      const score lost = problem_.residue_ends ? static_cast<score>(i) * problem_.residue_ends->extend -
                                                     graph.weight_in_gap(run.first_residue + 1, i)
                                               : 0;
      tile_step<T> step{above,
                        tile.slot(nothing),
                        tile.profile(graph.residues[residue]),
                        dst,
                        values_.template raised<T>(run.lead - lost),
                        left.above,
                        left.gap,
                        maxima_.next(),
                        static_cast<T>(graph.weight_in_gap(residue)),
                        0,
                        0};
      step_by_kind(1, false, kind(), tile, &step);
      borders_[next_border_++] = {step.above_last, step.gap_next};
      above = dst;
      visit(dst);
    }
  }

  problem problem_;
  const row_schedule& schedule_;
  lane_values values_;
  tile_layout layout_;
  tile_rows<T> slots_;
  target_rows<T> target_;
  std::vector<border> borders_;
  std::size_t next_border_ = 0;
  tile_maxima<T> maxima_;
};

std::unique_ptr<row_machine> make_machine(const problem& p, const row_schedule& schedule, const lane_values& values,
                                          bool is_narrow) {
  if (is_narrow) return std::make_unique<tile_machine<std::int16_t>>(p, schedule, values);
  return std::make_unique<tile_machine<std::int32_t>>(p, schedule, values);
}

const char* name_of_set() { return hwy::TargetName(HWY_TARGET); }

std::size_t count_lanes(bool is_narrow) {
  return is_narrow ? hn::Lanes(hn::ScalableTag<std::int16_t>()) : hn::Lanes(hn::ScalableTag<std::int32_t>());
}

}  // namespace exonweave::spliced::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace exonweave::spliced {
namespace {

HWY_EXPORT(make_machine);
HWY_EXPORT(count_lanes);
HWY_EXPORT(name_of_set);

}  // namespace

std::unique_ptr<row_machine> make_tile_machine(const problem& p, const row_schedule& schedule,
                                               const lane_values& values, bool is_narrow) {
  return HWY_DYNAMIC_DISPATCH(make_machine)(p, schedule, values, is_narrow);
}

std::string_view instruction_set() { return HWY_DYNAMIC_DISPATCH(name_of_set)(); }

std::optional<lane_values> tile_values(const problem& p, const row_schedule& schedule) {
  const std::size_t lanes = HWY_DYNAMIC_DISPATCH(count_lanes)(true);
  const std::uint64_t columns = tile_layout::max_segments * (lanes / 2);
  if (columns * static_cast<std::uint64_t>(p.gaps.extend) > std::numeric_limits<std::int16_t>::max())
    return std::nullopt;
  return lane_values::narrow(p, path_weights::of(schedule));
}

std::uint64_t tile_row_bytes(const problem& p, bool is_narrow) {
  const auto layout =
      tile_layout::of(p.n_columns(), HWY_DYNAMIC_DISPATCH(count_lanes)(is_narrow), p.layout().has_vertical);
  return layout.row() * layout.n_tiles * (is_narrow ? sizeof(std::int16_t) : sizeof(std::int32_t));
}

}  // namespace exonweave::spliced
#endif
