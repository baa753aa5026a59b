#include "pairwise/align/align_engine.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/memory/memory_budget.hpp"
#include "spliced/engine/checkpoints.hpp"
#include "spliced/engine/problem.hpp"
#include "spliced/engine/row_machine.hpp"
#include "spliced/engine/simd/simd.hpp"
#include "spliced/graph/row_graph.hpp"
#include "spliced/graph/schedule_maker.hpp"

namespace exonweave {

std::vector<global_alignment> align_engine::align_all(std::span<const align_request> requests) const {
  std::vector<global_alignment> made;
  for (const align_request& each : requests) made.push_back(align(each));
  return made;
}

void check_score_range(const align_request& request) {
  const auto& [substitution, gaps] = request.scoring;
  const std::int64_t of_pair =
      std::max({std::abs(std::int64_t{substitution->largest()}), std::abs(std::int64_t{substitution->smallest()}),
                2 * (std::int64_t{gaps.open} + gaps.extend)});
  const auto length = static_cast<std::int64_t>(request.query.size() + request.target.size());
  if ((length + 1) * of_pair >= spliced::score_limit)
    throw std::range_error("scores of an alignment could leave 32 bits");
}

global_alignment align_with_nothing(const align_request& request) {
  const spliced::gap_costs gaps = request.scoring.gaps;
  global_alignment made{-gaps.of(request.query.size()) - gaps.of(request.target.size()), {}};
  if (!request.wants_path_of(made.total)) return made;
  made.edits.emplace();
  append_edits(*made.edits, spliced::edit::deletion, request.query.size());
  append_edits(*made.edits, spliced::edit::insertion, request.target.size());
  return made;
}

void append_edits(std::vector<spliced::edit_run>& edits, spliced::edit op, std::size_t length) {
  if (length == 0) return;
  if (edits.empty() || edits.back().op != op) edits.push_back({op, 0});
  edits.back().length += static_cast<std::uint32_t>(length);
}

namespace {

// One global alignment on a row_machine: all blocks of rows, with a checkpoint before each; then the path, from the end
// on.
//
//   block   columns 0 .......... n
//   0       ++####
//   1       +++++++####                 for the path each block is computed again (+), as far to the right as the path
//           is, and of its
//   2       +++++++++++####             rows some columns are kept (#): a path goes to the left by a column for each
//           row, but for gaps
//
// So a path takes half a pass more. Where it leaves what is kept the block is computed once more, and twice as many
// columns are kept.

/// Makes a machine; null where it does not take a problem. Problem and schedule must outlive it.
using machine_maker = std::unique_ptr<spliced::row_machine> (*)(const spliced::problem&, const spliced::row_schedule&);

/// How many rows a block has, and the machine.
struct pair_plan {
  std::unique_ptr<const spliced::row_schedule> schedule;  // where the machine expects it
  std::unique_ptr<spliced::row_machine> machine;
  std::size_t max_kept = 0;  // columns of a block's rows for which there is memory
  std::uint64_t bytes = 0;   // the least for rows; more than the request's memory where blocks of no length fit that

  /// With blocks that are as short as memory allows: short ones have more checkpoints, long ones more rows to be kept.
  /// `p`: the query is one run. The machine is null where `make` makes none.
  static pair_plan make(const spliced::problem& p, const align_request& request, machine_maker make);
};

class pair_pass {
 public:
  /// All blocks. `p`, `request` and `plan` must outlive the pass. Throws run_stopped.
  pair_pass(const spliced::problem& p, const align_request& request, const pair_plan& plan, planned_cells& planned);
  pair_pass(const pair_pass&) = delete;
  pair_pass& operator=(const pair_pass&) = delete;

  [[nodiscard]] spliced::score total() const { return total_; }
  /// Of a request that wants paths. Throws run_stopped.
  [[nodiscard]] std::vector<spliced::edit_run> find_path();

  // For the walk: of the block at hand, and the row above it.
  [[nodiscard]] spliced::row_cell cell(std::size_t row, std::size_t column) const;
  [[nodiscard]] spliced::score pair(std::size_t row, std::size_t column) const {
    return (*problem_.substitution)(request_.query[row - 1], request_.target[column - 1]);
  }

 private:
  [[nodiscard]] const spliced::schedule_block& block() const { return plan_.schedule->blocks[at_block_]; }
  [[nodiscard]] const spliced::row_run& run() const { return plan_.schedule->runs[block().first_run]; }
  void go_to_block_of_path();
  [[nodiscard]] std::size_t block_of(std::size_t row) const;
  void restore_and_hold(std::size_t n_columns);
  void hold(std::size_t n_columns);
  void hold_above();

  spliced::problem problem_;
  const align_request& request_;
  const pair_plan& plan_;
  spliced::checkpoints checkpoints_;
  spliced::score total_ = spliced::unreachable;
  path_walk<pair_pass> walk_;
  std::size_t at_block_;  // whose rows are kept: at first those of the last one
  std::unique_ptr<spliced::kept_rows> kept_;
  std::size_t n_kept_ = 0;                         // columns that were requested
  std::vector<spliced::score> above_S_, above_F_;  // [n + 1] the row above the block
};

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

// All of the query is one run of one exon.
spliced::row_graph graph_of(std::span<const spliced::residue_code> query) {
  spliced::row_graph graph({query.begin(), query.end()});
  const auto end = static_cast<std::int64_t>(query.size());
  spliced::edge from_above{.source = spliced::graph_view::source(), .weight = 0};
  from_above.source = graph.add_run(0, static_cast<std::uint32_t>(query.size()), end, {&from_above, 1});
  graph.add_junction(end, {&from_above, 1});
  return graph;
}

class row_aligner final : public align_engine {
 public:
  [[nodiscard]] const pairwise_engine& facts() const override { return simd_aligner; }

  [[nodiscard]] global_alignment align(const align_request& request) const override {
    check_score_range(request);
    if (request.n_cells() == 0) return align_with_nothing(request);
    const spliced::row_graph graph = graph_of(request.query);
    const auto& [substitution, gaps] = request.scoring;
    const spliced::problem p{graph.view(), request.target, substitution, gaps, false, {}};
    std::uint64_t needed = 0;  // bytes, of the last one
    // Narrow lanes may take no such problem, or find a score that is not exact.
    for (const machine_maker make : {spliced::make_narrow_machine, spliced::make_wide_machine}) {
      const pair_plan plan = pair_plan::make(p, request, make);
      if (!plan.machine) continue;
      needed = plan.bytes;
      if (needed > request.memory) continue;
      planned_cells planned(request.control, request.n_cells(), 1);  // those of a pass in vain are taken back
      pair_pass pass(p, request, plan, planned);
      if (pass.total() <= plan.machine->exact_above()) continue;
      global_alignment made{pass.total(), {}};
      if (request.wants_path_of(made.total)) made.edits = pass.find_path();
      planned.finish();
      return made;
    }
    throw memory_exceeded(needed, request.memory);
  }
};

}  // namespace

std::unique_ptr<align_engine> make_simd_aligner() { return std::make_unique<row_aligner>(); }

}  // namespace exonweave
