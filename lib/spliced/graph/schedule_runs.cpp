// Runs as a whole: those that do not read each other put together, so that an engine may compute them side by side.
#include <algorithm>

#include "spliced/graph/schedule_maker.hpp"

namespace exonweave::spliced {
namespace {

constexpr std::size_t run_window = 64;  // tasks
constexpr std::size_t max_runs = 8;     // put together

}  // namespace

void schedule_maker::add_runs(std::size_t t) {
  const std::vector<node_id> chosen = choose_runs(t);
  std::uint32_t max_rows = 0;
  std::uint64_t n_rows = block_.n_computed;
  for (const node_id v : chosen) n_rows += graph_.nodes[v].n_residues;
  if (n_rows > options_.block_rows && block_.n_computed > 0) end_block();
  for (const node_id v : chosen) {
    graph_.nodes[v].is_closed ? add_closed_entry(v) : gather_entry(v, true);
    max_rows = std::max(max_rows, graph_.nodes[v].n_residues);
  }
  for (std::uint32_t row = 0; row < max_rows; row += options_.block_rows) {
    if (row > 0 && block_.n_computed >= options_.block_rows) end_block();
    add_pieces(chosen, row);
  }
  for (const node_id v : chosen) drop_unread(v);
}

// The run of a task and those after it that can be computed now, a block of rows at most.
std::vector<node_id> schedule_maker::choose_runs(std::size_t t) {
  std::vector<node_id> chosen;
  std::uint64_t n_rows = 0;
  const std::size_t end = std::min(t + run_window, tasks_.size());
  for (std::size_t next = t; next < end && chosen.size() < max_runs; ++next) {
    const node_id v = tasks_[next].node;
    const std::uint32_t n_residues = std::min(graph_.nodes[v].n_residues, options_.block_rows);
    if (is_added_[next] || n_residues == 0 || !made_.is_reached[v]) continue;
    const bool fits = n_rows + n_residues <= options_.block_rows;
    if (next != t && (!fits || !is_ready(tasks_[next]))) continue;
    chosen.push_back(v);
    n_rows += n_residues;
    is_added_[next] = true;
  }
  return chosen;
}

// A piece of each run that has rows from `row` on: blocks need not be as long as the longest run. No piece is written
// to where another one reads.
void schedule_maker::add_pieces(const std::vector<node_id>& nodes, std::uint32_t row) {
  std::vector<slot_id> read;
  for (const node_id v : nodes) {
    const node& run = graph_.nodes[v];
    if (row >= run.n_residues) continue;
    const std::uint32_t n = std::min(options_.block_rows, run.n_residues - row);
    place& position = places_[v];
    position.is_done = row + n == run.n_residues;
    const slot_id dst = slots_.take(position.is_done ? count_readers_of(v) : 1);
    made_.ops.push_back({.kind = row_op_kind::run,
                         .dst = dst,
                         .src = position.slot,
                         .index = static_cast<std::uint32_t>(made_.runs.size())});
    const row_id first = made_.first_row[v] + row + 1;
    made_.runs.push_back({run.first_residue + row, n, lead(v, row + 1), first});
    count_piece(first, n);
    read.push_back(position.slot);
    position.slot = dst;
  }
  for (const slot_id slot : read) slots_.release(slot);
}

void schedule_maker::count_piece(row_id first, std::uint32_t n_rows) {
  block_.n_computed += n_rows;
  block_.n_run_rows += n_rows;
  made_.counts.rows += n_rows;
  widen_block(first, first + n_rows - 1);
}

}  // namespace exonweave::spliced
