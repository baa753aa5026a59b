#include "spliced/align/pair_pass.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "spliced/graph/schedule_maker.hpp"

namespace exonweave::spliced {
namespace {

constexpr std::uint32_t shortest_block = 192;  // rows; a multiple of any machine's lanes

// Columns of a block's rows that are kept at first: some gaps more than the rows need.
std::size_t usual_columns(std::size_t n_rows) { return 2 + n_rows + n_rows / 4; }

// A checkpoint before each block; where no path is wanted before the first one alone, where nothing is live.
checkpoint_strides strides_of(const pair_plan& plan, bool wants_path) {
  const std::size_t n = wants_path ? 1 : plan.schedule->blocks.size();
  return {n, n};
}

// Bytes; `n_kept` columns of a block's rows.
std::uint64_t bytes_for(const problem& p, const pair_plan& plan, bool wants_path, std::size_t n_kept) {
  const row_machine& machine = *plan.machine;
  const std::uint64_t of_slots = plan.schedule->n_slots * machine.row_bytes();
  if (!wants_path) return of_slots;
  return of_slots +
         checkpoints::bytes_for(*plan.schedule, machine.row_bytes(), strides_of(plan, wants_path)) +
         plan.schedule->counts.most_block_rows * machine.kept_bytes(n_kept) +
         p.layout().width() * sizeof(score);
}

}  // namespace

pair_plan pair_plan::make(const problem& p, const align_request& request, machine_maker make) {
  pair_plan least;
  for (std::uint32_t n_rows = shortest_block;; n_rows *= 2) {
    pair_plan plan;
    plan.schedule = std::make_unique<const row_schedule>(
        make_schedule(p.graph, {}, {.in_steps = false, .block_rows = n_rows}));
    plan.machine = make(p, *plan.schedule);
    if (!plan.machine) return plan;
    const auto bytes = [&](std::size_t n_kept) { return bytes_for(p, plan, request.wants_path, n_kept); };
    plan.most_kept = std::min(usual_columns(n_rows), p.n_columns());
    plan.bytes = bytes(plan.most_kept);
    if (plan.bytes <= request.memory) {
      while (plan.most_kept < p.n_columns() && bytes(2 * plan.most_kept) <= request.memory)
        plan.most_kept *= 2;
      return plan;
    }
    if (!least.machine || plan.bytes < least.bytes) least = std::move(plan);
    if (n_rows >= request.query.size()) return least;
  }
}

pair_pass::pair_pass(const problem& p, const align_request& request, const pair_plan& plan,
                     planned_cells& planned)
    : problem_(p),
      request_(request),
      plan_(plan),
      checkpoints_(*plan.schedule, strides_of(plan, request.wants_path), plan.machine->row_bytes()),
      row_(request.query.size()),
      column_(request.target.size()),
      at_block_(block_of(row_)) {
  row_machine& machine = *plan.machine;
  const std::size_t n_blocks = plan.schedule->blocks.size();
  for (std::size_t b = 0; b < n_blocks; ++b) {
    if (request.control != nullptr) request.control->throw_if_stopped();
    checkpoints_.pass(b, machine);
    if (request.wants_path && b == at_block_)
      hold(std::min(usual_columns(run().n_residues), plan.most_kept));
    else
      machine.run(plan.schedule->blocks[b], {});
    planned.add_part(b, n_blocks);
  }
  std::vector<score> last(p.n_columns());
  machine.decode(plan.schedule->sink, last, {});
  total_ = last.back() + plan.schedule->sink_offset;
}

// The recurrence of align_engine.hpp, read backwards: of a pair, a residue of the query and one of the target the first that some path
// allows. Where S(i,j-1) may open a gap that ends in E(i,j), E(i,j-1) need not be followed: that S has a pair or a residue of the query
// before it, since a gap that opens right behind another one costs more than one gap, or, with linear gaps, the same. So E of no cell has
// to be known: where neither of the other two goes on, E does.
std::vector<edit_run> pair_pass::find_path() {
  std::vector<edit_run> edits;
  while (row_ > 0 && column_ > 0) {
    go_to_block_of_path();
    append_edits(edits, step_back(), 1);
  }
  append_edits(edits, edit::deletion, row_);
  append_edits(edits, edit::insertion, column_);
  std::ranges::reverse(edits);
  return edits;
}

void pair_pass::go_to_block_of_path() {
  if (row_ <= run().first_residue) {
    kept_.reset();
    at_block_ = block_of(row_);
    restore_and_hold(std::min(usual_columns(run().n_residues), plan_.most_kept));
  } else if (column_ - 1 < kept_->kept_columns.first) {
    kept_.reset();
    restore_and_hold(std::min(2 * n_kept_, plan_.most_kept));
  }
}

std::size_t pair_pass::block_of(std::size_t row) const {
  constexpr node_id the_run = graph_view::source() + 1;
  return plan_.schedule->block_of(plan_.schedule->first_row[the_run] + static_cast<row_id>(row));
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
  const std::size_t end = column_ + 1;
  kept_ = plan_.machine->keep(block(), {{}, true, {end - std::min(n_columns, end), end}}, {});
}

void pair_pass::hold_above() {
  const std::size_t n = column_ + 1;
  above_S_.resize(n);
  above_F_.resize(problem_.layout().has_vertical ? n : 0);
  if (run().first_residue > 0) {
    const auto op = std::find_if(plan_.schedule->ops.begin() + block().first_op,
                                 plan_.schedule->ops.begin() + block().last_op,
                                 [](const row_op& each) { return each.kind == row_op_kind::run; });
    return plan_.machine->decode(op->src, above_S_, above_F_);
  }
  for (std::size_t j = 0; j < n; ++j) above_S_[j] = problem_.before(j);
  std::ranges::fill(above_F_, unreachable);
}

row_cell pair_pass::cell(std::size_t row, std::size_t column) const {
  if (row > run().first_residue) return kept_->cell(row - run().first_residue - 1, column);
  return {above_S_[column], above_F_.empty() ? unreachable : above_F_[column]};
}

edit pair_pass::step_back() {
  const row_cell here = cell(row_, column_);
  const score pair = (*problem_.substitution)(request_.query[row_ - 1], request_.target[column_ - 1]);
  if (state_.in_S && cell(row_ - 1, column_ - 1).S + pair == here.S) {
    state_ = {};
    --row_, --column_;
    return edit::match;
  }
  if (go_up(here)) return edit::deletion;
  go_left(here.S);
  return edit::insertion;
}

// F(i,j) = max(F(i-1,j), S(i-1,j) - open) - extend, and with linear gaps S(i-1,j) - extend.
bool pair_pass::go_up(const row_cell& here) {
  const auto [open, extend] = problem_.gaps;
  const bool is_affine = problem_.layout().has_vertical;
  const score F = is_affine ? here.F : here.S;
  if (!state_.in_F && !(state_.in_S && F == here.S)) return false;
  const row_cell above = cell(row_ - 1, column_);
  const bool from_S = above.S - open - extend == F, from_F = is_affine && above.F - extend == F;
  if (!from_S && !from_F) return false;
  state_ = {from_S, from_F};
  --row_;
  return true;
}

// E(i,j) = max(E(i,j-1), S(i,j-1) - open) - extend.
void pair_pass::go_left(score S) {
  const auto [open, extend] = problem_.gaps;
  const score E = state_.in_S ? S : state_.E;
  --column_;
  const bool from_S = cell(row_, column_).S - open - extend == E;
  if (!from_S && (column_ == 0 || !is_reachable(E)))
    throw std::logic_error("an alignment's rows contradict each other");
  state_ = {from_S, false, from_S ? unreachable : E + extend};
}

}  // namespace exonweave::spliced
