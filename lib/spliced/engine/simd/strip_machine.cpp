#include "spliced/engine/simd/strip_machine.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include "spliced/engine/row_machine.hpp"
#include "spliced/engine/simd/strip_rows.hpp"
#include "spliced/engine/simd/strip_scores.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spliced/engine/simd/strip_machine.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "spliced/engine/simd/merge_kernel-inl.hpp"
#include "spliced/engine/simd/strip_kernel-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace exonweave::spliced::HWY_NAMESPACE {

std::size_t count_strip_lanes() { return hn::Lanes(hn::ScalableTag<std::int16_t>()); }

#if HWY_TARGET == HWY_SCALAR  // has no vectors

std::unique_ptr<row_machine> make_machine_of_strips(const problem&, const row_schedule&, const lane_values&) {
  throw std::logic_error("strips need vectors");
}

#else

class strip_machine : public row_machine {
 public:
  strip_machine(const problem& p, const row_schedule& schedule, const lane_values& values)
      : problem_(p),
        schedule_(schedule),
        values_(values),
        offset_(static_cast<lane>(p.gaps.extend)),
        layout_{lanes, p.n_columns(), p.layout().has_vertical ? std::size_t{2} : std::size_t{1}},
        scores_(strip_scores::of(p, schedule).value()),
        symbols_(p.n_columns() + 2 * lanes, scores_.no_symbol),
        slots_(layout_, values, p.gaps.extend, schedule.n_slots) {
    slots_.fill(low());
    for (std::size_t j = 1; j <= p.target.size(); ++j) symbols_[column_0() - j] = scores_.target_lane[p.target[j - 1]];
  }

  void run(const schedule_block& block, const row_maxima& maxima) override { run_block(block, {}, maxima, nullptr); }

  std::unique_ptr<kept_rows> keep(const schedule_block& block, const kept_part& part,
                                  const row_maxima& maxima) override {
    const std::size_t n_rows = part.rows.size() + (part.has_runs ? block.n_run_rows : 0);
    auto kept = std::make_unique<strip_rows>(layout_, values_, problem_.gaps.extend, n_rows);
    run_block(block, part, maxima, kept.get());
    kept->kept_columns = {0, n_columns_};
    return kept;
  }

  void save(std::span<const slot_id> live, std::byte* out) const override {
    for (std::size_t l = 0; l < live.size(); ++l) std::memcpy(out + l * row_bytes(), slots_.row(live[l]), row_bytes());
  }
  void load(std::span<const slot_id> live, const std::byte* saved) override {
    for (std::size_t l = 0; l < live.size(); ++l)
      std::memcpy(slots_.row(live[l]), saved + l * row_bytes(), row_bytes());
  }
  void decode(slot_id slot, std::span<score> S, std::span<score> F) const override { slots_.decode(slot, S, F); }
  void encode(slot_id slot, std::span<const score> S, std::span<const score> F) override { slots_.encode(slot, S, F); }
  [[nodiscard]] std::uint64_t row_bytes() const override { return layout_.row() * sizeof(lane); }
  [[nodiscard]] score exact_above() const override { return values_.exact_above; }

 private:
  using lane = std::int16_t;
  static constexpr std::size_t lanes = HWY_LANES(lane);
  static constexpr std::size_t max_abreast = 3;  // strips swept at once
  // After so many steps a row that was written is no longer on its way: to read what is would cost more.
  static constexpr std::size_t steps_to_memory = 16;
  static constexpr std::size_t max_runs = 8;  // of which they are

  // A run, or what is left of it.
  struct open_run {
    const lane* top = nullptr;  // column 0 of the row above
    lane* bottom = nullptr;     // and of its slot
    std::span<const residue_code> residues;
    row_id last_row = 0;
    std::size_t kept_at = 0;  // index of its next row in kept rows
    std::size_t n_swept = 0;  // rows of strips that are not settled
    std::size_t lag = 0;      // steps that the next strip starts after the first of these
  };

  [[nodiscard]] std::size_t column_0() const { return problem_.n_columns() + lanes - 1; }  // in symbols_

  void run_block(const schedule_block& block, const kept_part& part, const row_maxima& maxima, strip_rows* kept) {
    std::size_t kept_at = part.rows.size();
    strip_rows* const of_runs = part.has_runs ? kept : nullptr;
    kept_cursor cursor(schedule_, block, part.rows);
    n_columns_ = std::min(part.columns.last, layout_.n_columns);
    for (std::uint32_t o = block.first_op;;) {
      cursor.before(o, [&](std::size_t index, slot_id slot) { copy_row(slots_.row(slot), kept->row(index)); });
      if (o == block.last_op) return;
      if (schedule_.ops[o].kind != row_op_kind::run) {
        run_op(schedule_.ops[o++]);
        continue;
      }
      const std::uint32_t last = find_independent(o, cursor.next_live_op());
      run_abreast(std::span(schedule_.ops).subspan(o, last - o), kept_at, maxima, of_runs);
      o = last;
    }
  }

  // The end of the runs from `first` on of which none reads or writes what another one writes.
  [[nodiscard]] std::uint32_t find_independent(std::uint32_t first, std::uint32_t end) const {
    end = std::min<std::uint32_t>(end, first + max_runs);
    std::uint32_t last = first;
    const auto clashes = [&](const row_op& op, const row_op& before) {
      return op.src == before.dst || op.dst == before.dst || op.dst == before.src;
    };
    while (++last < end) {
      const row_op& op = schedule_.ops[last];
      if (op.kind != row_op_kind::run) break;
      if (std::any_of(schedule_.ops.begin() + first, schedule_.ops.begin() + last,
                      [&](const row_op& before) { return clashes(op, before); }))
        break;
    }
    return last;
  }

  void copy_row(const lane* src, lane* dst) const { std::memcpy(dst, src, row_bytes()); }

  void run_op(const row_op& op) {
    lane* const dst = slots_.row(op.dst);
    if (op.kind == row_op_kind::begin) {
      set_source(op.dst);
    } else if (op.is_first) {
      set_merged(low(), slots_.row(op.src), lane_weight<lane>(op.weight), layout_.row(), dst);
    } else {
      merge(slots_.row(op.src), lane_weight<lane>(op.weight), layout_.row(), dst);
    }
  }

  [[nodiscard]] lane low() const { return static_cast<lane>(values_.low); }

  void set_source(slot_id dst) {
    std::fill_n(slots_.row(dst), layout_.row(), low());
    lane* const S = slots_.columns(dst);
    for (std::size_t j = 0; j < layout_.n_columns; ++j) {
      const score shifted = problem_.before(j) + static_cast<score>(j) * problem_.gaps.extend;
      S[j] = static_cast<lane>(std::max(shifted - values_.origin, values_.floor));
    }
  }

  // ---- runs ----

  void run_abreast(std::span<const row_op> ops, std::size_t& kept_at, const row_maxima& maxima, strip_rows* kept) {
    std::array<open_run, max_runs> runs;
    std::size_t n = 0;
    for (const row_op& op : ops) {
      const row_run& run = schedule_.runs[op.index];
      runs[n++] = {slots_.columns(op.src), slots_.columns(op.dst),
                   problem_.graph.residues.subspan(run.first_residue, run.n_residues), run.row + run.n_residues - 1,
                   kept_at};
      kept_at += run.n_residues;
    }
    while (std::ranges::any_of(runs, [](const open_run& run) { return !run.residues.empty(); }))
      sweep_next(std::span(runs).first(n), maxima, kept);
  }

  // The next strips of the runs with most rows left, of each one if there are enough, so that as few as can be go alone
  // in the end.
  void sweep_next(std::span<open_run> runs, const row_maxima& maxima, strip_rows* kept) {
    std::array<strip, max_abreast> strips;
    std::size_t n = 0;
    for (; n < max_abreast; ++n) {
      open_run& next = *std::ranges::max_element(runs, {}, [](const open_run& run) {
        return std::pair(!run.residues.empty() && run.n_swept == 0, run.residues.size());
      });
      if (next.residues.empty()) break;
      strips[n] = next_strip(next, n, kept);
    }
    sweep_by_kind(n, strips.data());
    for (open_run& run : runs)
      if (run.n_swept > 0) settle(run, maxima);
  }

  strip next_strip(open_run& run, std::size_t k, strip_rows* kept) {
    // No strip of one row after another one: it would be written to the row that it reads, element upon element.
    const bool leaves_one = run.residues.size() == lanes + 1;
    const std::size_t n = leaves_one ? lanes - 1 : std::min(lanes, run.residues.size());
    for (std::size_t table = 0; table < 2; ++table)
      for (std::size_t i = 0; i < n; ++i) residues_[k][table][i] = scores_.genomic_lane[table][run.residues[i]];
    strip made{run.top, run.bottom, {residues_[k][0].data(), residues_[k][1].data()}, n, nullptr, 0, run.lag};
    if (kept != nullptr) {
      made.kept = kept->add_strip(run.kept_at, n, run.n_swept);
      made.kept_plane = n * layout_.plane();
    }
    run.top = run.bottom;
    run.residues = run.residues.subspan(n);
    run.kept_at += n;
    run.n_swept += n;
    run.lag += n + steps_to_memory;
    return made;
  }

  void sweep_by_kind(std::size_t n, const strip* strips) const {
    const strip_constants all{layout_.plane(), static_cast<lane>(problem_.gaps.open), low(),
                              symbols_.data() + column_0(), &scores_};
    if (layout_.n_planes == 2)
      scores_.is_match ? sweep_by_number<true, false>(n, all, strips, n_columns_)
                       : sweep_by_number<true, true>(n, all, strips, n_columns_);
    else
      scores_.is_match ? sweep_by_number<false, false>(n, all, strips, n_columns_)
                       : sweep_by_number<false, true>(n, all, strips, n_columns_);
  }

  template <bool kAffine, bool kTable>
  static void sweep_by_number(std::size_t n, const strip_constants& all, const strip* strips, std::size_t n_columns) {
    switch (n) {
      case 1:
        return sweep<kAffine, kTable>(all, strips, n_columns, std::make_index_sequence<1>());
      case 2:
        return sweep<kAffine, kTable>(all, strips, n_columns, std::make_index_sequence<2>());
      default:
        return sweep<kAffine, kTable>(all, strips, n_columns, std::make_index_sequence<3>());
    }
  }

  // After strips: the last row without the offset of their rows.
  void settle(open_run& run, const row_maxima& maxima) {
    const auto offset = static_cast<lane>(static_cast<lane>(run.n_swept) * offset_);
    settle_plane(run.bottom, n_columns_, offset, static_cast<lane>(values_.floor));
    if (layout_.n_planes == 2) settle_plane(run.bottom + layout_.plane(), n_columns_, offset, low());
    run.n_swept = run.lag = 0;
    if (!run.residues.empty() || maxima.best.empty()) return;
    const auto largest = [&](std::size_t plane) {
      return largest_settled(run.bottom + plane, layout_.n_columns, offset_) + values_.origin;
    };
    maxima.best[run.last_row] = largest(0);
    if (layout_.n_planes == 2) maxima.gaps[run.last_row] = largest(layout_.plane());
  }

  problem problem_;
  const row_schedule& schedule_;
  lane_values values_;
  lane offset_;
  strip_layout layout_;
  strip_scores scores_;
  std::vector<lane> symbols_;  // [n + 1 + 2 * lanes] target lanes, backwards
  strip_rows slots_;
  std::size_t n_columns_ = 0;  // that are computed: those to the right are not requested
  // of the strips that are swept
  alignas(64) std::array<std::array<std::array<lane, lanes>, 2>, max_abreast> residues_{};
};

std::unique_ptr<row_machine> make_machine_of_strips(const problem& p, const row_schedule& schedule,
                                                    const lane_values& values) {
  return std::make_unique<strip_machine>(p, schedule, values);
}

#endif  // HWY_TARGET

}  // namespace exonweave::spliced::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace exonweave::spliced {
namespace {

HWY_EXPORT(make_machine_of_strips);
HWY_EXPORT(count_strip_lanes);

}  // namespace

std::optional<lane_values> strip_values(const problem& p, const row_schedule& schedule) {
  const std::size_t lanes = HWY_DYNAMIC_DISPATCH(count_strip_lanes)();
  if (lanes == 1 || p.residue_ends || p.graph.has_gap_weights() || !schedule.steps.empty() ||
      schedule.counts.residue_merges > 0)
    return std::nullopt;
  const std::uint64_t offset = static_cast<std::uint64_t>(p.gaps.extend) * (p.n_columns() + 4 * lanes);
  constexpr std::uint64_t max_offset = 16'000;  // half of what lanes hold
  if (offset > max_offset || !strip_scores::of(p, schedule)) return std::nullopt;
  return lane_values::narrow(p, path_weights::of(schedule, static_cast<score>(offset)));
}

std::unique_ptr<row_machine> make_strip_machine(const problem& p, const row_schedule& schedule,
                                                const lane_values& values) {
  return HWY_DYNAMIC_DISPATCH(make_machine_of_strips)(p, schedule, values);
}

std::uint64_t strip_row_bytes(const problem& p) {
  const strip_layout layout{HWY_DYNAMIC_DISPATCH(count_strip_lanes)(), p.n_columns(),
                            p.layout().has_vertical ? std::size_t{2} : std::size_t{1}};
  return layout.row() * sizeof(std::int16_t);
}

}  // namespace exonweave::spliced
#endif
