#include "spliced/engine/block_pass.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "base/memory/memory_budget.hpp"

namespace exonweave::spliced {

namespace {

// What is computed again around a cell: a traceback goes on to the left, by a column for each row at most but for gaps.
constexpr std::size_t window_columns = 96;

}  // namespace

block_pass::block_pass(const problem& p, const row_schedule& schedule, std::unique_ptr<row_machine> machine,
                       const block_pass_options& options)
    : problem_(p),
      schedule_(schedule),
      machine_(std::move(machine)),
      options_(options),
      layout_(p.layout()),
      plan_(pass_plan::make(schedule, machine_->row_bytes(), options.memory)),
      checkpoints_(schedule, plan_.strides, machine_->row_bytes()),
      held_(schedule, plan_.n_held),
      decoded_(layout_.width()),
      merged_(2 * layout_.n_columns) {
  run_all();
}

block_pass::all_maxima block_pass::room_for_maxima() const {
  const bool has_own_ends = layout_.has_ends && !problem_.free_target_ends;
  return {large_vector<score>(schedule_.n_rows, unreachable),
          large_vector<score>(has_own_ends ? schedule_.n_rows : 0, unreachable),
          large_vector<score>(layout_.has_vertical ? schedule_.n_rows : 0, unreachable)};
}

void block_pass::run_all() {
  all_maxima found = room_for_maxima();
  const row_maxima maxima = found.view();
  const bool keeps_all = schedule_.blocks.size() <= pass_plan::fewest_held;
  for (std::size_t b = 0; b < schedule_.blocks.size(); ++b) {
    const schedule_block& block = schedule_.blocks[b];
    if (options_.control != nullptr) options_.control->throw_if_stopped();
    checkpoints_.pass(b, *machine_);
    if (keeps_all)
      hold_block(b, all_columns(), maxima);
    else
      machine_->run(block, maxima);
    if (!keeps_all) count(block, layout_.n_columns);
    if (options_.planned != nullptr) options_.planned->add_part(b, schedule_.blocks.size());
  }
  std::vector<score> sink(layout_.width(), unreachable);
  if (schedule_.sink != nothing) machine_->decode(schedule_.sink, layout_.best(std::span(sink)), {});
  end_first_pass(std::move(found), std::move(sink));
}

void block_pass::end_first_pass(all_maxima maxima, std::vector<score> sink) {
  if (schedule_.sink != nothing)
    for (score& each : layout_.best(std::span(sink))) each += schedule_.sink_offset;
  find_bounds(maxima.view());
  if (layout_.has_ends) find_trails(std::move(maxima.ends.empty() ? maxima.best : maxima.ends));
  if (layout_.has_ends) sink[layout_.trail_at()] = trail({problem_.graph.sink(), 0});
  end_ = find_best_end(problem_, sink);
}

// Of rows that the machine computes it reported the largest values. Those of junctions and passes are the largest of
// what their inputs bring, where a residue gains no more than its best pair or its gap weight.
void block_pass::find_bounds(const row_maxima& maxima) {
  const graph_view& graph = problem_.graph;
  const auto [open, extend] = problem_.gaps;
  const score of_pairs = std::max(0, problem_.substitution->largest());
  bounds_.assign(graph.size(), {});
  bounds_[graph_view::source()].S = 0;
  for (node_id v = 0; v < graph.size(); ++v) {
    if (!schedule_.is_reached[v]) continue;
    row_cell& bound = bounds_[v];
    if (graph.nodes[v].is_computed()) {
      const row_id last = schedule_.first_row[v] + graph.nodes[v].n_residues;
      bound = {maxima.best[last], layout_.has_vertical ? maxima.gaps[last] : unreachable};
      continue;
    }
    for (const edge& input : graph.inputs(v)) {
      if (!schedule_.is_reached[input.source]) continue;
      row_cell brought = bounds_[input.source];
      if (input.residue != no_residue) {
        if (layout_.has_vertical) brought.F = std::max(brought.F, brought.S - open) - extend + input.in_gap;
        brought.S += std::max<score>(of_pairs, input.in_gap);
      }
      bound = {std::max(bound.S, brought.S + input.weight), std::max(bound.F, brought.F + input.weight)};
    }
  }
}

// T of every row, from the largest S + after of the rows that are closed.
void block_pass::find_trails(large_vector<score> largest) {
  const graph_view& graph = problem_.graph;
  trails_ = std::move(largest);
  const auto [open, extend] = problem_.residue_ends.value();
  for (node_id v = 0; v < graph.size(); ++v) {
    if (!schedule_.is_reached[v]) continue;
    const row_id first = schedule_.first_row[v];
    const std::uint32_t n_residues = graph.nodes[v].n_residues;
    score trail = unreachable;
    for (const edge& input : graph.inputs(v)) {
      if (!schedule_.is_reached[input.source]) continue;
      const row_id last = schedule_.first_row[input.source] + graph.nodes[input.source].n_residues;
      const score lost = input.residue != no_residue ? extend - input.in_gap : 0;
      trail = std::max(trail, trails_[last] + input.weight - lost);
    }
    trails_[first] = graph.nodes[v].is_closed ? std::max(trail, trails_[first] - open) : trail;
    for (row_id row = first + 1; row <= first + n_residues; ++row)
      trails_[row] = std::max(trails_[row - 1] - extend + graph.weight_of_row(v, row - first), trails_[row] - open);
  }
}

score block_pass::lead(node_row position) {
  if (!layout_.has_ends || !schedule_.is_reached[position.node]) return unreachable;
  return schedule_.leads[position.node] - static_cast<score>(position.row) * problem_.residue_ends->extend +
         problem_.graph.weight_in_gap(problem_.graph.nodes[position.node].first_residue, position.row);
}

score block_pass::trail(node_row position) {
  return layout_.has_ends && schedule_.is_reached[position.node] ? trails_[id(position)] : unreachable;
}

// The entry row of a run is not kept: it is the largest of its inputs' rows.
bool block_pass::is_made_on_demand(node_row position) const {
  const node& vertex = problem_.graph.nodes[position.node];
  return position.row == 0 && vertex.n_residues > 0 && !vertex.is_closed;
}

row_cell block_pass::cell(node_row position, std::size_t column) {
  row_cell made;
  if (!is_made_on_demand(position)) {
    const std::size_t first = column + 1 - std::min(column + 1, window_columns);
    const auto found = find(position, {column, column + 1}, {first, column + 1});
    if (!found) return made;
    made = found->rows->cell(found->index, column);
    made.S += found->offset;
    if (layout_.has_vertical) made.F += found->offset;
    return made;
  }
  for (const edge& input : problem_.graph.inputs(position.node)) {
    const row_cell source = cell(last_row(input.source), column);
    if (is_reachable(source.S)) made.S = std::max(made.S, source.S + input.weight);
    if (is_reachable(source.F)) made.F = std::max(made.F, source.F + input.weight);
  }
  return made;
}

std::span<const score> block_pass::row(node_row position) {
  const std::span<score> whole(decoded_);
  const std::span<score> S = layout_.best(whole), F = layout_.vertical(whole);
  if (!is_made_on_demand(position)) {
    decode(position, S, F);
  } else {
    std::ranges::fill(whole, unreachable);
    const std::span<score> merged_row(merged_);
    const auto from_S = merged_row.first(S.size()), from_F = merged_row.subspan(S.size(), F.size());
    for (const edge& input : problem_.graph.inputs(position.node)) {
      if (!schedule_.is_reached[input.source]) continue;
      decode(last_row(input.source), from_S, from_F);
      for (std::size_t j = 0; j < S.size(); ++j) S[j] = std::max(S[j], from_S[j] + input.weight);
      for (std::size_t j = 0; j < F.size(); ++j) F[j] = std::max(F[j], from_F[j] + input.weight);
    }
  }
  if (layout_.has_ends) {
    whole[layout_.lead_at()] = lead(position);
    whole[layout_.trail_at()] = trail(position);
  }
  return whole;
}

std::span<const score> block_pass::best_of(node_row position, std::size_t n_columns) {
  if (is_made_on_demand(position)) return row(position).first(n_columns);
  const std::span<score> S = std::span(decoded_).first(n_columns);
  decode(position, S, {});
  return S;
}

void block_pass::decode(node_row position, std::span<score> S, std::span<score> F) {
  const auto found = find(position, {0, S.size()}, {0, S.size()});
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

std::optional<found_row> block_pass::find(node_row position, column_window requested, column_window likely) {
  if (!schedule_.is_reached[position.node]) return std::nullopt;
  const row_id row = id(position);
  if (const auto expected = std::ranges::lower_bound(expected_, row, {}, &expected_row::row);
      expected != expected_.end() && expected->row == row && expected->found.rows->kept_columns.contains(requested))
    return expected->found;
  if (const auto found = held_.find(row, requested)) return found;
  hold(schedule_.block_of(row), likely);
  return held_.find(row, requested);
}

// With the blocks before it in its group: who reads rows goes back from there.
void block_pass::hold(std::size_t block, column_window columns) {
  const std::size_t n_before = plan_.holds_groups ? plan_.n_held - 1 : 0;
  const std::size_t first = std::max(checkpoints_.first_of_group(block), block - std::min(block, n_before));
  for (std::size_t b = restore_near(first); b <= block; ++b)
    b < first ? run_block(b) : hold_block(b, plan_.holds_groups ? columns : all_columns(), {});
}

std::size_t block_pass::restore_near(std::size_t block) {
  if (options_.control != nullptr) options_.control->throw_if_stopped();
  std::uint64_t n_rows = 0;
  const std::size_t restored = checkpoints_.restore_near(block, *machine_, n_rows);
  cells_run_ += n_rows * problem_.target.size();
  return restored;
}

void block_pass::run_block(std::size_t block) {
  if (options_.control != nullptr) options_.control->throw_if_stopped();
  machine_->run(schedule_.blocks[block], {});
  count(schedule_.blocks[block], layout_.n_columns);
}

void block_pass::count(const schedule_block& block, std::size_t n_columns) {
  cells_run_ += block.n_computed * (std::min(n_columns, layout_.n_columns) - 1);
}

void block_pass::hold_block(std::size_t block, column_window columns, const row_maxima& maxima) {
  if (options_.control != nullptr) options_.control->throw_if_stopped();
  const schedule_block& extent = schedule_.blocks[block];
  std::vector<std::uint32_t> rows(extent.n_before_runs());
  std::iota(rows.begin(), rows.end(), 0);
  held_.make_room();
  held_.put(block, machine_->keep(extent, {rows, true, columns}, maxima));
  count(extent, columns.last);
}

// Of the rows, from the first, as many as there is room for. One row of a run has all those of its block kept.
std::size_t block_pass::take_expected(std::span<const node_row> rows, std::size_t n_columns) {
  std::size_t n_taken = 0;
  std::uint64_t n_kept = 0;
  std::set<std::size_t> with_runs;  // blocks
  for (; n_taken < rows.size(); ++n_taken) {
    const node_row& position = rows[n_taken];
    if (!schedule_.is_reached[position.node] || is_made_on_demand(position) || held_.find(id(position), {0, n_columns}))
      continue;
    const std::size_t block = schedule_.block_of(id(position));
    const schedule_block& extent = schedule_.blocks[block];
    const std::uint32_t index = schedule_.index_in(extent, id(position)).value();
    const bool is_of_run = index >= extent.n_before_runs();
    if (!is_of_run) ++n_kept;
    if (is_of_run && with_runs.insert(block).second) n_kept += extent.n_run_rows;
    if (n_kept > plan_.max_expected && n_taken > 0) break;
    expected_.push_back({block, index, id(position)});
  }
  std::ranges::sort(expected_, {}, [](const expected_row& each) { return std::pair(each.block, each.index); });
  expected_.erase(std::ranges::unique(expected_, {}, &expected_row::row).begin(), expected_.end());
  return n_taken;
}

std::size_t block_pass::expect(std::span<const node_row> rows, std::size_t n_columns) {
  expected_.clear();
  kept_expected_.clear();
  if (!plan_.holds_groups) return rows.size();
  const std::size_t n_taken = take_expected(rows, n_columns);
  std::optional<std::size_t> next;  // the block before which the machine stands
  for (std::size_t first = 0, last = 0; first < expected_.size(); first = last) {
    const std::size_t block = expected_[first].block;
    while (last < expected_.size() && expected_[last].block == block) ++last;
    const bool is_near =
        next && *next >= checkpoints_.first_of_group(block) && *next <= block && block - *next <= plan_.strides.fine;
    if (!is_near) next = restore_near(block);
    for (; *next < block; ++*next) run_block(*next);
    keep_expected(std::span(expected_).subspan(first, last - first), n_columns);
    ++*next;
  }
  std::ranges::sort(expected_, {}, &expected_row::row);
  return n_taken;
}

// Of the block before which the machine stands.
void block_pass::keep_expected(std::span<expected_row> of_block, std::size_t n_columns) {
  const schedule_block& block = schedule_.blocks[of_block.front().block];
  const std::uint32_t n_before_runs = block.n_before_runs();
  std::vector<std::uint32_t> rows;
  for (const expected_row& each : of_block)
    if (each.index < n_before_runs) rows.push_back(each.index);
  const bool has_runs = rows.size() < of_block.size();
  kept_expected_.push_back(machine_->keep(block, {rows, has_runs, {0, n_columns}}, {}));
  count(block, n_columns);
  std::size_t n_kept = 0;
  for (expected_row& each : of_block)
    each.found = {kept_expected_.back().get(),
                  each.index < n_before_runs ? n_kept++ : rows.size() + each.index - n_before_runs,
                  schedule_.offset_of(block, each.index)};
}

namespace {

// Where there is more memory, blocks and checkpoints take no more than this, each: they should stay in the caches. But
// of long rows as many as groups score it.
constexpr std::uint64_t ample_bytes = std::uint64_t{32} << 20;
constexpr std::size_t fewest_of_group = 4 * pass_plan::fewest_held;  // blocks, held and expected

// Blocks that are held in groups next to fine checkpoints, and where as many rows again may be expected.
constexpr std::array<std::size_t, 9> group_sizes{64, 48, 32, 24, 16, 12, 8, 5, pass_plan::fewest_held};

std::uint64_t block_bytes(const row_schedule& schedule, std::uint64_t row_bytes) {
  return std::max<std::uint64_t>(1, schedule.counts.max_block_rows) * row_bytes;
}

// Slots, blocks that are held, and what is kept of every row and node: largest values, T, bounds.
std::uint64_t fixed_bytes(const row_schedule& schedule, std::uint64_t row_bytes, std::size_t n_held) {
  const std::uint64_t of_scalars = 3 * std::uint64_t{schedule.n_rows} + 2 * schedule.first_row.size();
  return schedule.n_slots * row_bytes + n_held * block_bytes(schedule, row_bytes) + of_scalars * sizeof(score);
}

// Who reads rows goes back: each group is computed again once, from a fine checkpoint that is a group away at most.
std::size_t fine_stride_of(std::size_t n_blocks) { return 2 * n_blocks; }

// Rows that are expected take as much again where there are many blocks.
std::size_t blocks_with_expected(std::size_t n_blocks) {
  return 2 * n_blocks >= fewest_of_group ? 2 * n_blocks : n_blocks;
}

// The least with so many blocks in a group, and fine checkpoints.
std::uint64_t min_with(const row_schedule& schedule, std::uint64_t row_bytes, std::size_t n_blocks) {
  const std::size_t fine = fine_stride_of(n_blocks);
  return fixed_bytes(schedule, row_bytes, blocks_with_expected(n_blocks)) +
         checkpoints::bytes_for(schedule, row_bytes, {checkpoints::stride_for(schedule, row_bytes, fine, 0), fine});
}

// With single blocks.
std::uint64_t min_of_single(const row_schedule& schedule, std::uint64_t row_bytes) {
  return fixed_bytes(schedule, row_bytes, pass_plan::fewest_held) +
         checkpoints::bytes_for(schedule, row_bytes, {checkpoints::stride_for(schedule, row_bytes, 1, 0), 1});
}

}  // namespace

std::uint64_t pass_plan::min_memory(const row_schedule& schedule, std::uint64_t row_bytes) {
  std::uint64_t least = min_of_single(schedule, row_bytes);
  for (const std::size_t n : group_sizes) least = std::min(least, min_with(schedule, row_bytes, n));
  return least;
}

std::uint64_t pass_plan::ample_memory(const row_schedule& schedule, std::uint64_t row_bytes) {
  const std::uint64_t of_blocks = fixed_bytes(schedule, row_bytes, 2 * fewest_of_group);
  std::uint64_t of_groups = std::numeric_limits<std::uint64_t>::max();
  for (const std::size_t n : group_sizes)
    if (2 * n >= fewest_of_group) of_groups = std::min(of_groups, min_with(schedule, row_bytes, n));
  return std::max({min_memory(schedule, row_bytes), of_blocks, of_groups});
}

void pass_plan::hold_blocks(const row_schedule& schedule, std::uint64_t row_bytes, std::uint64_t fraction) {
  const std::uint64_t n_blocks = fraction / block_bytes(schedule, row_bytes);
  holds_groups = n_blocks >= fewest_of_group;
  if (!holds_groups) {
    n_held = fewest_held;
    return;
  }
  max_expected = n_blocks / 2 * schedule.counts.max_block_rows;
  n_held = n_blocks - n_blocks / 2;
}

void pass_plan::hold_groups(const row_schedule& schedule, std::size_t n_blocks) {
  holds_groups = true;
  n_held = n_blocks;
  max_expected = (blocks_with_expected(n_blocks) - n_blocks) * schedule.counts.max_block_rows;
  strides.fine = fine_stride_of(n_blocks);
}

// One half of the memory may go to checkpoints, the other one to blocks and to rows that are expected.
// Where groups would be much longer than what is held of them there are fine checkpoints; with room for few blocks
// only, single ones are computed again, or, where that is still less, groups of few.
pass_plan pass_plan::make(const row_schedule& schedule, std::uint64_t row_bytes, std::uint64_t memory) {
  const std::uint64_t least = min_memory(schedule, row_bytes);
  if (least > memory) throw memory_exceeded(least, memory);
  pass_plan plan;
  const std::uint64_t fixed = fixed_bytes(schedule, row_bytes, 0);
  const std::uint64_t ample = std::max(ample_bytes, 2 * fewest_of_group * block_bytes(schedule, row_bytes));
  const std::uint64_t fraction = std::min((memory - fixed) / 2, ample);
  plan.strides.coarse = checkpoints::usual_stride(schedule);
  while (plan.strides.coarse < schedule.blocks.size() &&
         checkpoints::bytes_for_coarse(schedule, row_bytes, plan.strides.coarse) > fraction)
    ++plan.strides.coarse;
  plan.strides.fine = plan.strides.coarse;
  plan.hold_blocks(schedule, row_bytes, fraction);
  if (plan.holds_groups && plan.strides.coarse <= fine_stride_of(plan.n_held)) return plan;
  for (const std::size_t n : group_sizes) {
    const bool is_large = 2 * n >= fewest_of_group;
    if (!is_large && min_of_single(schedule, row_bytes) <= memory) break;
    if (min_with(schedule, row_bytes, n) > memory) continue;
    plan.hold_groups(schedule, n);
    plan.strides.coarse = checkpoints::stride_for(schedule, row_bytes, plan.strides.fine,
                                                  memory - fixed_bytes(schedule, row_bytes, blocks_with_expected(n)));
    return plan;
  }
  plan.holds_groups = false;
  plan.n_held = fewest_held;
  plan.strides = {
      checkpoints::stride_for(schedule, row_bytes, 1, memory - fixed_bytes(schedule, row_bytes, fewest_held)), 1};
  return plan;
}

}  // namespace exonweave::spliced
