// Solves one case: graph, forward pass, traceback, and the check that the path found is worth what the rows
// say.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exons/chains/case_problem.hpp"
#include "exons/chains/scoring_file.hpp"
#include "spliced/traceback.hpp"

namespace exonweave {

/// Scoring in the form of the recurrence.
struct chain_scoring {
  spliced::substitution_matrix substitution{spliced::n_dna_codes};
  spliced::score gap = 0;         // linear cost per symbol, >= 0
  bool free_target_ends = false;  // unaligned target ends cost nothing
  intron_rules introns;
};

/// The scores that a scoring file's settings mean.
chain_scoring make_chain_scoring(const scoring_options& options);

struct solver_options {
  const spliced::engine* engine = nullptr;  // never null
  graph_options graph;                      // replaced by literal_graph for engines that want it
  std::uint64_t memory = 0;                 // bytes for rows and literal edges
  std::size_t n_chains = 1;                 // the k best distinct chains, best first
};

/// What a case took, in the paper's cells and in ours.
struct case_work {
  std::uint64_t eq3_cells = 0;       // n * sum |b_k| (Eq. 3)
  std::uint64_t graph_cells = 0;     // n * rows of the graph
  std::uint64_t computed_cells = 0;  // forward pass and recomputation
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;

  case_work& operator+=(const case_work& other);
};

struct case_solution {
  std::vector<spliced::alignment> chains;  // best first; empty when there is no exon
  case_work work;
};

/// Throws bad_data when scores could leave 32 bits (with the bound), not_enough_memory when `memory` does not
/// do, std::logic_error when a path's score is not what the rows promised (a defect).
case_solution solve_case(const case_problem& of, std::span<const spliced::residue_code> target,
                         const chain_scoring& scoring, const solver_options& options);

/// The score of an alignment worked out from its exons and edits alone. Throws std::logic_error when it is no
/// valid path: an exon that is no candidate, introns too short, edits that do not cover exon or target.
spliced::score rescore(const spliced::alignment& path, const case_problem& of,
                       std::span<const spliced::residue_code> target, const chain_scoring& scoring);

}  // namespace exonweave
