#include "exons/solving/expected_costs.hpp"

#include <algorithm>
#include <cmath>

#include "exons/sweep/sweep_storage.hpp"
#include "spliced/engine/checkpoints.hpp"

namespace exonweave {

using spliced::cost_unit;

problem_size size_of(const region_problem& problem) {
  problem_size size;
  size.nucleotides = static_cast<double>(problem.material().region.residues.size());
  if (problem.is_empty()) return size;
  if (const swept_region* const swept = problem.swept()) {
    size.is_swept = true;
    const spliced::sweep_outline& outline = swept->program().outline();
    size.nodes = static_cast<double>(swept->program().n_ops());
    size.rows = static_cast<double>(outline.counts.rows);
    size.merged_rows = static_cast<double>(outline.counts.residue_rows);
    size.joins = static_cast<double>(outline.counts.merges);
    size.live_rows = static_cast<double>(outline.n_slots);
    size.block_rows = static_cast<double>(outline.max_borders);
    size.saved_rows = static_cast<double>(outline.max_live) * static_cast<double>(swept->program().n_windows());
    size.bytes = static_cast<double>(problem.bytes(false));
    return size;
  }
  size.exons = problem.exons();
  const spliced::graph_view graph = problem.graph();
  const spliced::graph_counts& counts = problem.schedule().counts;
  size.nodes = static_cast<double>(graph.size());
  size.edges = static_cast<double>(graph.edges.size());
  size.rows = static_cast<double>(counts.rows);
  size.merged_rows = static_cast<double>(counts.residue_merges);
  size.joins = static_cast<double>(counts.merges);
  size.bounded = static_cast<double>(counts.bounded);
  constexpr std::uint64_t one_byte = 1;
  size.saved_rows = static_cast<double>(spliced::checkpoints::bytes_for_coarse(
      problem.schedule(), one_byte, spliced::checkpoints::usual_stride(problem.schedule())));
  size.live_rows = static_cast<double>(counts.max_live_rows);
  size.block_rows = static_cast<double>(counts.max_block_rows);
  size.bytes = static_cast<double>(problem.bytes(false));
  return size;
}

target_size size_of(std::span<const spliced::residue_code> target, const region_problem& problem,
                    const chain_scoring& scoring, const spliced::engine& engine) {
  if (problem.is_empty()) return {target.size(), false};
  if (const swept_region* const swept = problem.swept())
    return {target.size(), needs_wide_lanes(*swept, scoring.problem_on({}, target))};
  return {target.size(), engine.is_slow(scoring.problem_on(problem.graph(), target), problem.schedule())};
}

// The reversed graph has as many nodes and edges.
spliced::by_cost_unit costs_of_making(const problem_size& size, const solver_settings& settings) {
  const auto n_graphs = static_cast<double>(settings.n_passes());
  spliced::by_cost_unit costs;
  if (size.is_swept) {
    costs[cost_unit::track_base] = size.nucleotides;
    return costs;
  }
  costs[cost_unit::problem] = 1;
  costs[cost_unit::nucleotide] = size.nucleotides;
  costs[cost_unit::node] = size.nodes * n_graphs;
  costs[cost_unit::edge] = size.edges * n_graphs;
  return costs;
}

namespace {

// Where every exon is fed by all before it their last rows are read again and again, in turn: with room for some of
// them in the caches about as large a share is found there.
double fraction_of_far_rows(const problem_size& size, double n_columns) {
  constexpr double usual_cache = 2 << 20;  // bytes, of one core
  const double last_rows = static_cast<double>(size.exons.n_exons) * n_columns * sizeof(spliced::score);
  return std::max(0.0, 1 - usual_cache / std::max(1.0, last_rows));
}

}  // namespace

// The pass backwards computes as many rows as that forwards, when somebody reads them.
spliced::by_cost_unit costs_of_aligning(const problem_size& size, const target_size& target,
                                        const solver_settings& settings, double read_fraction) {
  spliced::by_cost_unit costs;
  if (size.nodes == 0) return costs;
  const auto n_columns = static_cast<double>(target.n_letters);
  const auto n_passes = static_cast<double>(settings.n_passes());
  const double alternatives = read_fraction * (n_passes - 1), made = 1 + alternatives, read = read_fraction;
  costs[cost_unit::pass] = made;
  costs[cost_unit::row] = made * size.rows;
  costs[target.is_slow ? cost_unit::slow_cell : cost_unit::cell] = made * size.rows * n_columns;
  costs[cost_unit::merge_cell] = made * size.merged_rows * n_columns;
  costs[cost_unit::join_cell] = made * size.joins * n_columns;
  costs[cost_unit::far_join_cell] = costs[cost_unit::join_cell] * fraction_of_far_rows(size, n_columns);
  costs[cost_unit::bound] = made * size.bounded;
  costs[cost_unit::bound_cell] = made * size.bounded * n_columns;
  costs[cost_unit::path_cell] = read * n_columns * n_columns;
  costs[cost_unit::read_cell] = read * size.rows * n_columns;
  costs[cost_unit::read_merge_cell] = read * size.merged_rows * n_columns;
  costs[cost_unit::alternative_row] = alternatives * size.rows;
  costs[cost_unit::alternative_cell] = alternatives * size.rows * n_columns;
  costs[cost_unit::alternative_merge_cell] = alternatives * size.merged_rows * n_columns;
  costs[cost_unit::alternative_path_cell] = alternatives * n_columns * n_columns;
  const time_units units = count_time_units(size.exons, static_cast<std::int64_t>(target.n_letters));
  costs[cost_unit::exon] = made * static_cast<double>(size.exons.n_exons);
  costs[cost_unit::diagonal] = made * static_cast<double>(units.intra);
  costs[cost_unit::group] = made * static_cast<double>(size.exons.n_groups);
  costs[cost_unit::group_diagonal] = made * static_cast<double>(units.inter);
  return costs;
}

// Rows that exons leave or enter by cost as much as those of codons. Blocks are windows of the program: of a chain's
// ends there is about one more than it is long; of an exon's margin sweeps run through those in which it starts and
// ends.
spliced::by_cost_unit costs_of_sweeping(const problem_size& size, const target_size& target,
                                        const solver_settings& settings, const expected_chain& read) {
  spliced::by_cost_unit costs;
  if (size.nodes == 0) return costs;
  const auto window = static_cast<double>(settings.sweep_window);
  const double rows = size.rows + size.merged_rows + size.joins;
  const double columns = static_cast<double>(target.n_letters) * (target.is_slow ? 2 : 1);
  const double in_blocks = rows / size.nucleotides * columns;  // cells of a nt
  const double sweeps = 1 + read.fraction;
  costs[cost_unit::sweep_row] = sweeps * rows;
  costs[cost_unit::sweep_cell] = sweeps * rows * columns;
  costs[cost_unit::block_cell] =
      read.fraction * std::min(size.nucleotides, read.length + read.n_chains * window) * in_blocks;
  costs[cost_unit::chain_cell] = read.fraction * read.n_codons * columns;
  if (settings.with_margins) costs[cost_unit::margin_cell] = read.fraction * read.n_exons * window * in_blocks;
  return costs;
}

double bytes_of_problem(const problem_size& size, const solver_settings& settings) {
  return size.bytes * (settings.reads_backwards() && !size.is_swept ? 2 : 1);
}

namespace {

std::uint64_t rounded(double value) { return static_cast<std::uint64_t>(std::llround(value)); }

double bytes_of_sweeps(const problem_size& size, const target_size& target, const solver_settings& settings) {
  constexpr double usual_fraction = 0.8;  // not all windows have as many rows, and most are far from chains
  const auto window = static_cast<double>(settings.sweep_window);
  const double n_windows = std::floor(size.nucleotides / window) + 1;
  const sweep_size swept{.n_windows = rounded(n_windows),
                         .window_length = static_cast<std::uint64_t>(settings.sweep_window),
                         .n_slots = rounded(size.live_rows),
                         .max_borders = rounded(size.block_rows),
                         .max_live = rounded(size.saved_rows / n_windows)};
  const bool is_narrow = !target.is_slow;
  const sweep_storage how = sweep_storage::ample(swept, target.n_letters, is_narrow);
  return usual_fraction * static_cast<double>(how.bytes_for(swept, target.n_letters, is_narrow).all());
}

}  // namespace

// Two planes where gaps are affine, in 16 bits or 32. Next to the rows that are live there are bounds of 32 ranges,
// checkpoints, and groups of blocks (pass_plan.cpp).
double bytes_of_rows(const problem_size& size, const target_size& target, const solver_settings& settings) {
  constexpr double usual_kept = 32 << 20, of_row = 16,
                   of_bounds = 32 * 2;  // bytes; of a row, values and bounds
  constexpr double blocks = 24;         // of a group, and as many expected
  if (size.nodes == 0) return 0;
  if (size.is_swept) return bytes_of_sweeps(size, target, settings);
  const double row = static_cast<double>(target.n_letters) * (target.is_slow ? 8 : 4);
  const double kept = std::min(size.rows * row, std::max(usual_kept, blocks * size.block_rows * row));
  return static_cast<double>(settings.n_passes()) *
         (size.live_rows * row + kept + std::min(usual_kept, size.saved_rows * row) + of_row * size.rows +
          of_bounds * size.bounded);
}

}  // namespace exonweave
