#include "spliced/engine/block_pass.hpp"

#include <algorithm>

#include "spliced/engine/memory_exceeded.hpp"

namespace exonweave::spliced {
namespace {

constexpr std::size_t fewest_held = 3;  // blocks: what reads rows looks at neighbours
constexpr std::size_t groups_held = 2;  // where there is room, whole groups
// And more of them, so that margins find the blocks that the traceback has read: those of a locus of average size.
constexpr std::uint64_t held_bytes = std::uint64_t{64} << 20;

std::uint64_t fixed_bytes(const row_schedule& schedule, std::uint64_t row_bytes, std::size_t n_held) {
  return (schedule.n_slots + n_held * schedule.counts.most_marks) * row_bytes;
}

}  // namespace

std::uint64_t block_pass::least_memory(const row_schedule& schedule, std::uint64_t row_bytes) {
  return fixed_bytes(schedule, row_bytes, fewest_held) +
         checkpoints::bytes_for(schedule, row_bytes, checkpoints::stride_for(schedule, row_bytes, 0));
}

// Whole groups where they and the checkpoints fit, at the stride at which both together take the least, else single
// blocks and what checkpoints the rest has room for.
block_pass::memory_plan block_pass::plan(const row_schedule& schedule, std::uint64_t row_bytes,
                                         std::uint64_t memory) {
  if (const std::uint64_t least = least_memory(schedule, row_bytes); least > memory)
    throw memory_exceeded(least, memory);
  // Short strides have little computed again, and are for whom checkpoints are few.
  const bool are_few = checkpoints::bytes_for(schedule, row_bytes, checkpoints::usual_stride) <= held_bytes;
  const std::size_t stride =
      are_few ? checkpoints::usual_stride : checkpoints::balanced_stride(schedule, groups_held);
  const std::uint64_t of_checkpoints = checkpoints::bytes_for(schedule, row_bytes, stride);
  if (fixed_bytes(schedule, row_bytes, groups_held * stride) + of_checkpoints <= memory) {
    const std::uint64_t for_more =
        std::min(memory - of_checkpoints - schedule.n_slots * row_bytes, held_bytes);
    const std::uint64_t n_held =
        for_more / (std::max<std::uint64_t>(1, schedule.counts.most_marks) * row_bytes);
    return {stride, std::max<std::size_t>(groups_held * stride, n_held), true};
  }
  return {
      checkpoints::stride_for(schedule, row_bytes, memory - fixed_bytes(schedule, row_bytes, fewest_held)),
      fewest_held, false};
}

block_pass::block_pass(const problem& p, const row_schedule& schedule, std::unique_ptr<row_machine> machine,
                       const block_pass_options& options)
    : problem_(p),
      schedule_(schedule),
      machine_(std::move(machine)),
      options_(options),
      layout_(p.layout()),
      plan_(plan(schedule, machine_->row_bytes(), options.memory)),
      checkpoints_(schedule, plan_.stride),
      held_(1),
      held_at_(schedule.blocks.size(), not_held),
      decoded_(layout_.width()),
      merged_(2 * layout_.n_columns) {
  run_all();
}

void block_pass::run_all() {
  std::vector<score> best(schedule_.n_rows, unreachable);
  std::vector<score> ends(layout_.has_ends && !problem_.free_target_ends ? schedule_.n_rows : 0, unreachable);
  const bool keeps_all = schedule_.blocks.size() <= fewest_held;
  for (std::size_t b = 0; b < schedule_.blocks.size(); ++b) {
    const schedule_block& block = schedule_.blocks[b];
    if (options_.control != nullptr) options_.control->throw_if_stopped();
    checkpoints_.pass(b, *machine_);
    if (keeps_all)
      keep(b, make_room(), {best, ends});
    else
      machine_->run(block, {best, ends});
    rows_run_ += block.n_rows;
    if (options_.control != nullptr) options_.control->add_cells(block.n_rows * problem_.target.size());
  }
  std::vector<score> sink(layout_.width(), unreachable);
  if (schedule_.sink != nothing) {
    machine_->decode(schedule_.sink, layout_.best(std::span(sink)), {});
    for (score& each : layout_.best(std::span(sink))) each += schedule_.sink_offset;
  }
  find_trails(std::move(best), std::move(ends));
  if (layout_.has_ends) sink[layout_.trail_at()] = trail({problem_.graph.sink(), 0});
  end_ = find_best_end(problem_, sink);
}

// T of every row, from the largest values of the rows that are closed, and the bounds of nodes.
void block_pass::find_trails(std::vector<score> best, std::vector<score> ends) {
  const graph_view& graph = problem_.graph;
  bounds_.assign(graph.size(), unreachable);
  bounds_[graph_view::source()] = 0;
  std::vector<score>& trails = ends.empty() ? best : ends;
  const score gain = std::max(0, problem_.substitution->largest());
  const score extend = layout_.has_ends ? problem_.residue_ends->extend : 0;
  const score open = layout_.has_ends ? problem_.residue_ends->open : 0;
  for (node_id v = 0; v < graph.size(); ++v) {
    const row_id first = schedule_.first_row[v];
    const std::uint32_t n_residues = graph.nodes[v].n_residues;
    score trail = unreachable;
    for (const edge& input : graph.inputs(v)) {
      if (!schedule_.is_reached[input.source]) continue;
      const bool has_residue = input.residue != no_residue;
      bounds_[v] = std::max(bounds_[v], bounds_[input.source] + input.weight + (has_residue ? gain : 0));
      trail =
          std::max(trail, trails[schedule_.first_row[input.source] + graph.nodes[input.source].n_residues] +
                              input.weight - (has_residue ? extend : 0));
    }
    if (!schedule_.is_reached[v]) continue;
    const bool is_closed = graph.nodes[v].is_closed;
    if (n_residues > 0 || is_closed) bounds_[v] = best[first + n_residues];
    if (!layout_.has_ends) continue;
    trails[first] = is_closed ? std::max(trail, trails[first] - open) : trail;
    for (row_id row = first + 1; row <= first + n_residues; ++row)
      trails[row] = std::max(trails[row - 1] - extend, trails[row] - open);
  }
  if (layout_.has_ends) trails_ = std::move(trails);
}

score block_pass::lead(node_row at) {
  if (!layout_.has_ends || !schedule_.is_reached[at.node]) return unreachable;
  return schedule_.leads[at.node] - static_cast<score>(at.row) * problem_.residue_ends->extend;
}

score block_pass::trail(node_row at) {
  return layout_.has_ends && schedule_.is_reached[at.node] ? trails_[id(at)] : unreachable;
}

// The entry row of a run is not kept: it is the largest of its inputs' rows.
bool block_pass::is_made_on_demand(node_row at) const {
  const node& of = problem_.graph.nodes[at.node];
  return at.row == 0 && of.n_residues > 0 && !of.is_closed;
}

row_cell block_pass::cell(node_row at, std::size_t column) {
  row_cell made;
  if (!is_made_on_demand(at)) {
    const auto found = find(at);
    if (!found) return made;
    made = found->rows->cell(found->index, column);
    made.S += found->offset;
    if (layout_.has_vertical) made.F += found->offset;
    return made;
  }
  for (const edge& input : problem_.graph.inputs(at.node)) {
    const row_cell from = cell(last_row(input.source), column);
    if (is_reachable(from.S)) made.S = std::max(made.S, from.S + input.weight);
    if (is_reachable(from.F)) made.F = std::max(made.F, from.F + input.weight);
  }
  return made;
}

std::span<const score> block_pass::row(node_row at) {
  const std::span<score> whole(decoded_);
  const std::span<score> S = layout_.best(whole), F = layout_.vertical(whole);
  if (!is_made_on_demand(at)) {
    decode(at, S, F);
  } else {
    std::ranges::fill(whole, unreachable);
    const std::span<score> from(merged_);
    const auto from_S = from.first(S.size()), from_F = from.subspan(S.size(), F.size());
    for (const edge& input : problem_.graph.inputs(at.node)) {
      if (!schedule_.is_reached[input.source]) continue;
      decode(last_row(input.source), from_S, from_F);
      for (std::size_t j = 0; j < S.size(); ++j) S[j] = std::max(S[j], from_S[j] + input.weight);
      for (std::size_t j = 0; j < F.size(); ++j) F[j] = std::max(F[j], from_F[j] + input.weight);
    }
  }
  if (layout_.has_ends) {
    whole[layout_.lead_at()] = lead(at);
    whole[layout_.trail_at()] = trail(at);
  }
  return whole;
}

void block_pass::decode(node_row at, std::span<score> S, std::span<score> F) {
  const auto found = find(at);
  if (!found) {
    std::ranges::fill(S, unreachable);
    std::ranges::fill(F, unreachable);
    return;
  }
  found->rows->decode(found->index, S, F);
  if (found->offset == 0) return;
  for (score& each : S) each += found->offset;
  for (score& each : F) each += found->offset;
}

// ---- blocks ----

std::optional<block_pass::found_row> block_pass::find(node_row at) {
  if (!schedule_.is_reached[at.node]) return std::nullopt;
  const row_id wanted = id(at);
  if (const auto found = find_in(held_[latest_], wanted)) return found;
  const std::size_t block = schedule_.block_of(wanted);
  if (held_at_[block] == not_held)
    plan_.holds_groups ? hold_group(checkpoints_.group_of(block)) : hold_block(block);
  latest_ = held_at_[block];
  return find_in(held_[latest_], wanted);
}

std::optional<block_pass::found_row> block_pass::find_in(held_block& held, row_id wanted) {
  const auto found =
      std::ranges::lower_bound(held.index, wanted, {}, &std::pair<row_id, std::uint32_t>::first);
  if (found == held.index.end() || found->first != wanted) return std::nullopt;
  const schedule_block& block = schedule_.blocks[held.block];
  const bool is_mark = found->second < block.last_mark - block.first_mark;
  return found_row{held.rows.get(), found->second,
                   is_mark ? schedule_.marks[block.first_mark + found->second].offset : 0};
}

void block_pass::hold_block(std::size_t block) {
  const std::size_t at = make_room();
  checkpoints_.restore(block, *machine_, rows_run_);
  keep(block, at, {});
  rows_run_ += schedule_.blocks[block].n_rows;
}

void block_pass::hold_group(const checkpoints::group& of) {
  checkpoints_.restore_first(of, *machine_);
  for (std::size_t block = of.first; block < of.last; ++block) {
    keep(block, make_room(), {});
    rows_run_ += schedule_.blocks[block].n_rows;
  }
}

// Where a block may be held: the one that was made first goes.
std::size_t block_pass::make_room() {
  const std::size_t at = n_made_++ % plan_.n_held;
  if (at == held_.size()) held_.emplace_back();
  held_block& oldest = held_[at];
  if (oldest.rows && held_at_[oldest.block] == at) held_at_[oldest.block] = not_held;
  oldest = {};
  return at;
}

void block_pass::keep(std::size_t block, std::size_t at, const row_maxima& maxima) {
  const schedule_block& of = schedule_.blocks[block];
  held_block& held = held_[at];
  held_at_[block] = static_cast<std::uint32_t>(at);
  held.block = block;
  held.rows = machine_->keep(of, maxima);
  std::uint32_t next = 0;
  for (std::uint32_t m = of.first_mark; m < of.last_mark; ++m)
    held.index.emplace_back(schedule_.marks[m].row, next++);
  if (of.n_run_rows > 0)
    for (std::uint32_t o = of.first_op; o < of.last_op; ++o) {
      if (schedule_.ops[o].kind != row_op_kind::run) continue;
      const row_run& run = schedule_.runs[schedule_.ops[o].index];
      for (std::uint32_t row = 0; row < run.n_residues; ++row) held.index.emplace_back(run.row + row, next++);
    }
  std::ranges::sort(held.index);
}

}  // namespace exonweave::spliced
