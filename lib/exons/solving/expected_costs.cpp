#include "exons/solving/expected_costs.hpp"

#include <algorithm>
#include <cmath>

#include "exons/sweep/sweep_plan.hpp"
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

namespace {

// What else takes time, in cells of a sweep and of graphs, as runs of *S. pombe*, ENm002 and simulated genes took it
// (docs/benchmarks/log/estimate.md). Ratios hold on other machines, prices of cells do not.
struct sweep_ratios {
  double track_base = 3'388, row = 250, block_cell = 3.53, chain_cell = 33.5, margin_cell = 3.76;
};
struct graph_ratios {
  double problem = 1.6e6, nucleotide = 90, node = 14'500, pass = 3.6e5;
};
struct row_ratios {
  double row, cell, path_cell, read_cell;
};
constexpr sweep_ratios of_sweep;
constexpr graph_ratios of_graph;
constexpr row_ratios of_nucleotides{380, 1, 3.5, 0.3}, of_codons{1'500, 2, 10.5, 2.4};

// Introns split codons alone.
const row_ratios& ratios_of_rows(const problem_size& size) { return size.merged_rows > 0 ? of_codons : of_nucleotides; }

// Rows that exons leave or enter by cost as much as those of codons, and so do those of two lanes of half the width.
double rows_of(const problem_size& size) { return size.rows + size.merged_rows + size.joins; }
double columns_of(const target_size& target) {
  return static_cast<double>(target.n_letters) * (target.is_slow ? 2 : 1);
}

}  // namespace

// The reversed graph has as many nodes.
spliced::by_cost_unit costs_of_making(const problem_size& size, const solver_settings& settings) {
  spliced::by_cost_unit costs;
  if (size.is_swept)
    costs[cost_unit::sweep_cell] = of_sweep.track_base * size.nucleotides;
  else
    costs[cost_unit::cell] = of_graph.problem + of_graph.nucleotide * size.nucleotides +
                             of_graph.node * size.nodes * static_cast<double>(settings.n_passes());
  return costs;
}

// The pass backwards computes as many rows as that forwards, when somebody reads them.
spliced::by_cost_unit costs_of_aligning(const problem_size& size, const target_size& target,
                                        const solver_settings& settings, double read_fraction) {
  spliced::by_cost_unit costs;
  if (size.nodes == 0) return costs;
  const auto n_letters = static_cast<double>(target.n_letters);
  const auto n_passes = static_cast<double>(settings.n_passes());
  const double made = 1 + read_fraction * (n_passes - 1);
  const double cells = rows_of(size) * columns_of(target);
  const row_ratios& of_rows = ratios_of_rows(size);
  costs[cost_unit::device_cell] = made * of_rows.cell * cells;
  costs[cost_unit::cell] =
      made * (of_graph.pass + of_rows.row * size.rows) +
      read_fraction * n_passes * (of_rows.path_cell * n_letters * n_letters + of_rows.read_cell * cells);
  return costs;
}

// Blocks are windows of the program: of a chain's ends there is about one more than it is long; of an exon's margin
// sweeps run through those in which it starts and ends.
spliced::by_cost_unit costs_of_sweeping(const problem_size& size, const target_size& target,
                                        const solver_settings& settings, const expected_chain& read) {
  spliced::by_cost_unit costs;
  if (size.nodes == 0) return costs;
  const auto window = static_cast<double>(settings.sweep_window);
  const double rows = rows_of(size), columns = columns_of(target);
  const double in_blocks = rows / size.nucleotides * columns;  // cells of a nt
  const double swept = (1 + read.fraction) * rows * (columns + of_sweep.row);
  const double block = std::min(size.nucleotides, read.length + read.n_chains * window) * in_blocks;
  const double margins = settings.with_margins ? read.n_exons * window * in_blocks : 0;
  costs[cost_unit::result] = 1;
  costs[cost_unit::sweep_cell] = swept + read.fraction * (of_sweep.block_cell * block + of_sweep.margin_cell * margins +
                                                          of_sweep.chain_cell * read.n_codons * columns);
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

// Two planes where gaps are affine, in 16 bits or 32. Next to the rows that are live there are checkpoints, and groups
// of blocks (block_pass.cpp).
double bytes_of_rows(const problem_size& size, const target_size& target, const solver_settings& settings) {
  constexpr double usual_kept = 32 << 20, of_row = 16;  // bytes; of a row, its largest values
  constexpr double blocks = 24;                         // of a group, and as many expected
  if (size.nodes == 0) return 0;
  if (size.is_swept) return bytes_of_sweeps(size, target, settings);
  const double row = static_cast<double>(target.n_letters) * (target.is_slow ? 8 : 4);
  const double kept = std::min(size.rows * row, std::max(usual_kept, blocks * size.block_rows * row));
  return static_cast<double>(settings.n_passes()) *
         (size.live_rows * row + kept + std::min(usual_kept, size.saved_rows * row) + of_row * size.rows);
}

}  // namespace exonweave
