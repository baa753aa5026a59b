#include "exons/solving/expected_costs.hpp"

namespace exonweave {

using spliced::cost_unit;

problem_size size_of(const region_problem& problem) {
  problem_size size;
  size.nucleotides = static_cast<double>(problem.material().region.residues.size());
  if (problem.is_empty()) return size;
  const spliced::graph_view graph = problem.graph();
  const spliced::graph_counts& counts = problem.schedule().counts;
  size.nodes = static_cast<double>(graph.size());
  size.edges = static_cast<double>(graph.edges.size());
  size.rows = static_cast<double>(counts.rows);
  size.merged_rows = static_cast<double>(counts.residue_merges);
  return size;
}

// The reversed graph has as many nodes and edges.
spliced::by_cost_unit costs_of_making(const problem_size& size, const solver_options& options) {
  const auto n_graphs = static_cast<double>(options.n_passes());
  spliced::by_cost_unit costs;
  costs[cost_unit::problem] = 1;
  costs[cost_unit::nucleotide] = size.nucleotides;
  costs[cost_unit::node] = size.nodes * n_graphs;
  costs[cost_unit::edge] = size.edges * n_graphs;
  return costs;
}

// The pass backwards computes as many rows as that forwards, when somebody reads them.
spliced::by_cost_unit costs_of_aligning(const problem_size& size, std::size_t target_length,
                                        const solver_options& options, double read_share) {
  spliced::by_cost_unit costs;
  if (size.nodes == 0) return costs;
  const auto n_columns = static_cast<double>(target_length);
  const auto n_passes = static_cast<double>(options.n_passes());
  const double made = 1 + read_share * (n_passes - 1), read = read_share * n_passes;
  costs[cost_unit::pass] = made;
  costs[cost_unit::row] = made * size.rows;
  costs[cost_unit::cell] = made * size.rows * n_columns;
  costs[cost_unit::merge_cell] = made * size.merged_rows * n_columns;
  costs[cost_unit::read_cell] = read * size.rows * n_columns;
  costs[cost_unit::read_merge_cell] = read * size.merged_rows * n_columns;
  return costs;
}

}  // namespace exonweave
