#include "pairwise/align/pair_pass.hpp"

#include <algorithm>
#include <utility>

#include "spliced/graph/schedule_maker.hpp"

namespace exonweave {
namespace {

constexpr std::uint32_t shortest_block = 192;  // rows; a multiple of any machine's lanes

// Columns of a block's rows that are kept at first: some gaps more than the rows need.
std::size_t usual_columns(std::size_t n_rows) { return 2 + n_rows + n_rows / 4; }

// A checkpoint before each block; where no path is requested before the first one alone, where nothing is live.
spliced::checkpoint_strides strides_of(const pair_plan& plan, bool wants_path) {
  const std::size_t n = wants_path ? 1 : plan.schedule->blocks.size();
  return {n, n};
}

// Bytes; `n_kept` columns of a block's rows.
std::uint64_t bytes_for(const spliced::problem& p, const pair_plan& plan, bool wants_path, std::size_t n_kept) {
  const spliced::row_machine& machine = *plan.machine;
  const std::uint64_t of_slots = plan.schedule->n_slots * machine.row_bytes();
  if (!wants_path) return of_slots;
  return of_slots + spliced::checkpoints::bytes_for(*plan.schedule, machine.row_bytes(), strides_of(plan, wants_path)) +
         plan.schedule->counts.max_block_rows * machine.kept_bytes(n_kept) +
         p.layout().width() * sizeof(spliced::score);
}

}  // namespace

pair_plan pair_plan::make(const spliced::problem& p, const align_request& request, machine_maker make) {
  pair_plan least;
  for (std::uint32_t n_rows = shortest_block;; n_rows *= 2) {
    pair_plan plan;
    plan.schedule = std::make_unique<const spliced::row_schedule>(
        spliced::make_schedule(p.graph, {}, {.in_steps = false, .block_rows = n_rows}));
    plan.machine = make(p, *plan.schedule);
    if (!plan.machine) return plan;
    const auto bytes = [&](std::size_t n_kept) { return bytes_for(p, plan, request.wants_path, n_kept); };
    plan.max_kept = std::min(usual_columns(n_rows), p.n_columns());
    plan.bytes = bytes(plan.max_kept);
    if (plan.bytes <= request.memory) {
      while (plan.max_kept < p.n_columns() && bytes(2 * plan.max_kept) <= request.memory) plan.max_kept *= 2;
      return plan;
    }
    if (!least.machine || plan.bytes < least.bytes) least = std::move(plan);
    if (n_rows >= request.query.size()) return least;
  }
}

pair_pass::pair_pass(const spliced::problem& p, const align_request& request, const pair_plan& plan,
                     planned_cells& planned)
    : problem_(p),
      request_(request),
      plan_(plan),
      checkpoints_(*plan.schedule, strides_of(plan, request.wants_path), plan.machine->row_bytes()),
      walk_(*this, p.gaps, p.layout().has_vertical, request.query.size(), request.target.size()),
      at_block_(block_of(walk_.row())) {
  spliced::row_machine& machine = *plan.machine;
  const std::size_t n_blocks = plan.schedule->blocks.size();
  for (std::size_t b = 0; b < n_blocks; ++b) {
    if (request.control != nullptr) request.control->throw_if_stopped();
    checkpoints_.pass(b, machine);
    if (request.wants_path && b == at_block_)
      hold(std::min(usual_columns(run().n_residues), plan.max_kept));
    else
      machine.run(plan.schedule->blocks[b], {});
    planned.add_part(b, n_blocks);
  }
  std::vector<spliced::score> last(p.n_columns());
  machine.decode(plan.schedule->sink, last, {});
  total_ = last.back() + plan.schedule->sink_offset;
}

std::vector<spliced::edit_run> pair_pass::find_path() {
  std::vector<spliced::edit_run> edits;
  while (walk_.row() > 0 && walk_.column() > 0) {
    go_to_block_of_path();
    append_edits(edits, walk_.step_back(), 1);
  }
  append_edits(edits, spliced::edit::deletion, walk_.row());
  append_edits(edits, spliced::edit::insertion, walk_.column());
  std::ranges::reverse(edits);
  return edits;
}

void pair_pass::go_to_block_of_path() {
  if (walk_.row() <= run().first_residue) {
    kept_.reset();
    at_block_ = block_of(walk_.row());
    restore_and_hold(std::min(usual_columns(run().n_residues), plan_.max_kept));
  } else if (walk_.column() - 1 < kept_->kept_columns.first) {
    kept_.reset();
    restore_and_hold(std::min(2 * n_kept_, plan_.max_kept));
  }
}

std::size_t pair_pass::block_of(std::size_t row) const {
  constexpr spliced::node_id the_run = spliced::graph_view::source() + 1;
  return plan_.schedule->block_of(plan_.schedule->first_row[the_run] + static_cast<spliced::row_id>(row));
}

void pair_pass::restore_and_hold(std::size_t n_columns) {
  if (request_.control != nullptr) request_.control->throw_if_stopped();
  std::uint64_t n_rows_again = 0;
  checkpoints_.restore_near(at_block_, *plan_.machine, n_rows_again);
  hold(n_columns);
}

// The block at hand, before which the machine stands, in so many columns, of which the path is in the last one.
void pair_pass::hold(std::size_t n_columns) {
  hold_above();
  n_kept_ = n_columns;
  const std::size_t end = walk_.column() + 1;
  kept_ = plan_.machine->keep(block(), {{}, true, {end - std::min(n_columns, end), end}}, {});
}

void pair_pass::hold_above() {
  const std::size_t n = walk_.column() + 1;
  above_S_.resize(n);
  above_F_.resize(problem_.layout().has_vertical ? n : 0);
  if (run().first_residue > 0) {
    const auto op =
        std::find_if(plan_.schedule->ops.begin() + block().first_op, plan_.schedule->ops.begin() + block().last_op,
                     [](const spliced::row_op& each) { return each.kind == spliced::row_op_kind::run; });
    return plan_.machine->decode(op->src, above_S_, above_F_);
  }
  for (std::size_t j = 0; j < n; ++j) above_S_[j] = problem_.before(j);
  std::ranges::fill(above_F_, spliced::unreachable);
}

spliced::row_cell pair_pass::cell(std::size_t row, std::size_t column) const {
  if (row > run().first_residue) return kept_->cell(row - run().first_residue - 1, column);
  return {above_S_[column], above_F_.empty() ? spliced::unreachable : above_F_[column]};
}

}  // namespace exonweave
