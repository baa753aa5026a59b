// A target on a region problem, solved: forward pass, traceback, margins, and the check that the path found is worth what
// the rows say.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exons/solving/region_problem.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave {

/// What a case took, in the paper's cells and in ours.
struct case_work {
  std::uint64_t eq3_cells = 0;       // n * sum |b_k| (Eq. 3); of own blocks n * the region
  std::uint64_t graph_cells = 0;     // n * rows of the graph
  std::uint64_t computed_cells = 0;  // forward and backward pass, recomputation included
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  std::uint64_t sites = 0;       // splice sites that own blocks lie between
  std::uint64_t weak_sites = 0;  // those found that are too weak to be any

  case_work& operator+=(const case_work& other);
};

struct case_solution {
  std::vector<spliced::alignment> chains;  // best first; empty when there is none
  // [exons of the first chain] the best score of a chain without exactly this exon; nothing when every chain has it.
  // Empty unless margins are wanted.
  std::vector<std::optional<spliced::score>> best_without;
  // The score of the best chain but the first; nothing when there is none, or it was not asked for (with margins or
  // n_chains).
  std::optional<spliced::score> runner_up;
  case_work work;
};

/// `scoring` is what the problem was made with. Throws bad_data when scores could leave 32 bits (with the bound),
/// not_enough_memory when the memory does not do for the problem and rows, run_stopped, std::logic_error when a path's
/// score is not what the rows promised (a defect).
case_solution solve(const region_problem& of, std::span<const spliced::residue_code> target,
                    const chain_scoring& scoring, const solver_options& options);

/// The best alignment of one given chain of exons (strand coordinates, begin to end; parts on both sides of a
/// frameshift as one exon) to a target, with the weights they have in the case. Nothing when the chain cannot be read:
/// an exon is none of the case, no start or stop codon, a stop within. Throws bad_data and not_enough_memory as
/// solve() does.
std::optional<spliced::alignment> align_chain(std::span<const interval> chain, const region_material& of,
                                              std::span<const spliced::residue_code> target,
                                              const chain_scoring& scoring, const solver_options& options);

}  // namespace exonweave
