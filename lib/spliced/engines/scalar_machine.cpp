#include "spliced/engines/scalar_machine.hpp"

#include <algorithm>
#include <cstring>
#include <functional>

#include "spliced/engine/highest_value.hpp"
#include "spliced/engine/kept_cursor.hpp"
#include "spliced/engine/recurrence.hpp"

namespace exonweave::spliced {
namespace {

// Rows one after the other, each of problem::layout().
class plain_rows : public kept_rows {
 public:
  plain_rows(const row_layout& layout, std::size_t n_rows) : layout_(layout), scores_(n_rows * layout.width()) {}

  [[nodiscard]] std::span<score> row(std::size_t index) {
    return std::span(scores_).subspan(index * layout_.width(), layout_.width());
  }
  [[nodiscard]] std::span<const score> row(std::size_t index) const {
    return std::span(scores_).subspan(index * layout_.width(), layout_.width());
  }

  [[nodiscard]] row_cell cell(std::size_t index, std::size_t column) const override {
    const auto scores = row(index);
    return {scores[column], layout_.has_vertical ? scores[layout_.vertical_at(column)] : unreachable};
  }
  void decode(std::size_t index, std::span<score> S, std::span<score> F) const override {
    std::copy_n(layout_.best(row(index)).begin(), S.size(), S.begin());
    std::copy_n(layout_.vertical(row(index)).begin(), F.size(), F.begin());
  }

 private:
  row_layout layout_;
  std::vector<score> scores_;
};

class scalar_machine : public row_machine {
 public:
  scalar_machine(const problem& p, const row_schedule& schedule)
      : problem_(p),
        schedule_(schedule),
        layout_(p.layout()),
        profile_(*p.substitution, p.target),
        slots_(layout_, schedule.n_slots),
        scratch_(layout_.width()),
        ranges_(column_ranges::even(
            p.n_columns(), max_scalar_ranges,
            column_ranges::origin_for(highest_value(p, schedule.heaviest, schedule.min_in_gap) + p.gaps.open))) {
    clear_row(slots_.row(nothing));
  }

  void run(const schedule_block& block, const row_maxima& maxima) override {
    next_bounded_ = block.first_bounded;
    for (std::uint32_t o = block.first_op; o < block.last_op; ++o) run_op(o, maxima, {});
  }

  std::unique_ptr<kept_rows> keep(const schedule_block& block, const kept_part& part,
                                  const row_maxima& maxima) override {
    const std::size_t n_rows = part.rows.size() + (part.has_runs ? block.n_run_rows : 0);
    auto kept = std::make_unique<plain_rows>(layout_, n_rows);
    const auto keep_slot = [&](std::size_t index, slot_id slot) {
      std::ranges::copy(slots_.row(slot), kept->row(index).begin());
    };
    next_bounded_ = block.first_bounded;
    kept_cursor cursor(schedule_, block, part.rows);
    std::size_t next_run_row = part.rows.size();
    for (std::uint32_t o = block.first_op; o < block.last_op; ++o) {
      const row_op& op = schedule_.ops[o];
      cursor.before(o, keep_slot);
      run_op(o, maxima, [&](std::span<const score> row) {
        if (part.has_runs) std::ranges::copy(row, kept->row(next_run_row++).begin());
      });
      if (op.kind == row_op_kind::steps) cursor.after(op, keep_slot);
    }
    cursor.before(block.last_op, keep_slot);
    return kept;
  }

  void save(std::span<const slot_id> live, std::byte* out) const override {
    for (std::size_t l = 0; l < live.size(); ++l)
      std::memcpy(out + l * row_bytes(), slots_.row(live[l]).data(), row_bytes());
  }
  void load(std::span<const slot_id> live, const std::byte* saved) override {
    for (std::size_t l = 0; l < live.size(); ++l)
      std::memcpy(slots_.row(live[l]).data(), saved + l * row_bytes(), row_bytes());
  }
  void decode(slot_id slot, std::span<score> S, std::span<score> F) const override { slots_.decode(slot, S, F); }
  void encode(slot_id slot, std::span<const score> S, std::span<const score> F) override {
    std::ranges::copy(S, layout_.best(slots_.row(slot)).begin());
    std::ranges::copy(F, layout_.vertical(slots_.row(slot)).begin());
  }
  [[nodiscard]] std::uint64_t row_bytes() const override { return layout_.width() * sizeof(score); }
  [[nodiscard]] column_ranges ranges() const override { return ranges_; }
  [[nodiscard]] score exact_above() const override { return unreachable; }

 private:
  using run_row_visitor = std::function<void(std::span<const score>)>;

  void run_op(std::uint32_t number, const row_maxima& maxima, const run_row_visitor& visit) {
    const row_op& op = schedule_.ops[number];
    switch (op.kind) {
      case row_op_kind::source:
        return source_row(problem_, slots_.row(op.dst));
      case row_op_kind::merge:
        if (op.is_first) clear_row(slots_.row(op.dst));
        return let_in(slots_.row(op.src), op.weight, slots_.row(op.dst));
      case row_op_kind::merge_residue:
        if (op.is_first) clear_row(slots_.row(op.dst));
        return let_in_residue(problem_,
                              {slots_.row(op.src), profile_.of(op.residue), op.weight, schedule_.in_gap_of(number)},
                              slots_.row(op.dst));
      case row_op_kind::steps:
        for (std::uint8_t s = 0; s < op.n_steps; ++s) run_step(schedule_.steps[op.index + s], maxima);
        return;
      case row_op_kind::run:
        return run_rows(op, maxima, visit);
    }
  }

  void run_step(const row_step& step, const row_maxima& maxima) {
    const std::span<score> row = slots_.row(step.dst);
    if (step.above != nothing)
      set_residue(problem_, {slots_.row(step.above), profile_.of(step.residue), 0, step.in_gap}, row);
    else
      clear_row(row);
    if (step.entry != nothing) let_in(slots_.row(step.entry), 0, row);
    close(step.lead, row);
    note_maxima(row, step.row, maxima);
    if (step.is_bounded) note_ranges(row, maxima);
  }

  void run_rows(const row_op& op, const row_maxima& maxima, const run_row_visitor& visit) {
    const row_run& run = schedule_.runs[op.index];
    std::span<score> row = slots_.row(op.dst);
    std::span<score> above(scratch_);
    std::ranges::copy(slots_.row(op.src), above.begin());
    for (std::uint32_t i = 0; i < run.n_residues; ++i) {
      const graph_view& graph = problem_.graph;
      const std::uint64_t residue = run.first_residue + i;
      set_residue(problem_, {above, profile_.of(graph.residues[residue]), 0, graph.weight_in_gap(residue)}, row);
      const score lost = layout_.has_ends ? static_cast<score>(i) * problem_.residue_ends->extend : 0;
      close(run.lead - lost + graph.weight_in_gap(run.first_residue + 1, i), row);
      note_maxima(row, run.row + i, maxima);
      if (visit) visit(row);
      if (i + 1 < run.n_residues) std::ranges::copy(row, above.begin());
    }
    if (run.is_bounded) note_ranges(row, maxima);
  }

  void close(score lead, std::span<score> row) {
    if (layout_.has_ends) row[layout_.lead_at()] = lead;
    close_row(problem_, row);
  }

  void note_maxima(std::span<const score> row, row_id id, const row_maxima& maxima) const {
    const auto best = layout_.best(row);
    if (!maxima.best.empty()) maxima.best[id] = std::ranges::max(best);
    if (maxima.ends.empty()) return;
    score largest = unreachable;
    for (std::size_t j = 0; j < best.size(); ++j) largest = std::max(largest, best[j] + problem_.after(j));
    maxima.ends[id] = largest;
  }

  void note_ranges(std::span<const score> row, const row_maxima& maxima) {
    const std::size_t index = next_bounded_++;
    if (maxima.by_range.empty()) return;
    const auto of_row = maxima.by_range.subspan(index * ranges_.n, ranges_.n);
    const auto best = layout_.best(row), vertical = layout_.vertical(row);
    for (std::size_t j = 0; j < best.size(); ++j) {
      score value = best[j];
      if (layout_.has_vertical) value = std::max(value, vertical[j] + (problem_.gaps.open + 1) / 2);
      range_bound& largest = of_row[ranges_.of_column[j]];
      largest = std::max(largest, ranges_.bound_of(value));
    }
  }

  problem problem_;
  const row_schedule& schedule_;
  row_layout layout_;
  target_profile profile_;
  plain_rows slots_;
  std::vector<score> scratch_;
  column_ranges ranges_;
  std::size_t next_bounded_ = 0;
};

}  // namespace

std::unique_ptr<row_machine> make_scalar_machine(const problem& p, const row_schedule& schedule) {
  return std::make_unique<scalar_machine>(p, schedule);
}

}  // namespace exonweave::spliced
