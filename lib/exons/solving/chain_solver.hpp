// Solves one case: graph, forward pass, traceback, margins, and the check that the path found is worth what the rows
// say.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exons/scoring/scoring_options.hpp"
#include "exons/solving/case_problem.hpp"
#include "spliced/paths/best_paths.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave {

/// Scoring in the form of the recurrence.
struct chain_scoring {
  spliced::substitution_matrix substitution{spliced::n_dna_codes};
  spliced::gap_costs gaps;
  bool free_target_ends = false;  // unaligned target ends cost nothing
  std::optional<spliced::gap_costs>
      residue_ends{};  // of unaligned residues at the chain's ends; nothing: gaps
  intron_rules introns;
  std::optional<genetic_code> code{};  // of codons against a protein; nothing: nucleotides
  std::optional<spliced::score> incomplete{};
  std::optional<spliced::score> frameshift{};
  std::optional<spliced::score> internal_stop{};

  [[nodiscard]] exon_reading reading() const {
    return {code ? &*code : nullptr, incomplete, frameshift, internal_stop};
  }
};

/// The scores that a scoring file's settings mean, in the unit that unit_of says: for codons with a genetic code and
/// scores between amino acids, for nucleotides without and with scores between DNA codes; both as written.
chain_scoring make_chain_scoring(const scoring_options& options, spliced::substitution_matrix substitution,
                                 const genetic_code* code);

/// The scores between DNA codes of a scoring file, as written.
spliced::substitution_matrix dna_substitution(const scoring_options& options);

struct solver_options {
  const spliced::engine* engine = nullptr;  // never null
  graph_options graph;                      // replaced by literal_graph for engines that want it
  std::uint64_t memory = 0;                 // bytes for rows and literal edges
  std::size_t n_chains = 1;                 // the k best distinct chains, best first
  bool with_margins = false;
};

/// What a case took, in the paper's cells and in ours.
struct case_work {
  std::uint64_t eq3_cells = 0;       // n * sum |b_k| (Eq. 3); of own blocks n * the region
  std::uint64_t graph_cells = 0;     // n * rows of the graph
  std::uint64_t computed_cells = 0;  // forward pass, recomputation and backward pass
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;

  case_work& operator+=(const case_work& other);
};

struct case_solution {
  std::vector<spliced::alignment> chains;  // best first; empty when there is none
  // [exons of the first chain] the best score of a chain without exactly this exon; nothing when every chain has it.
  // Empty unless margins are wanted.
  std::vector<std::optional<spliced::score>> best_without;
  // The score of the best chain but the first; nothing when there is none, it was not asked for (with margins or
  // n_chains), a chain could be found in several ways, or the search would hold more than 256 MiB of rows.
  std::optional<spliced::score> runner_up;
  case_work work;
};

/// Throws bad_data when scores could leave 32 bits (with the bound), not_enough_memory when `memory` does not
/// do, std::logic_error when a path's score is not what the rows promised (a defect).
case_solution solve_case(const case_problem& of, std::span<const spliced::residue_code> target,
                         const chain_scoring& scoring, const solver_options& options);

/// The best alignment of one given chain of exons (strand coordinates, begin to end; parts on both sides of a
/// frameshift as one exon) to a target, with the weights they have in the case. Nothing when the chain cannot be read:
/// an exon is none of the case, no start or stop codon, a stop within. Throws bad_data and not_enough_memory as
/// solve_case does.
std::optional<spliced::alignment> align_chain(std::span<const interval> chain, const case_problem& of,
                                              std::span<const spliced::residue_code> target,
                                              const chain_scoring& scoring, const solver_options& options);

/// The score of an alignment worked out from its exons and edits alone. Throws std::logic_error when it is no
/// valid path: an exon that is no candidate and no block, introns too short, edits that do not cover exon or target.
spliced::score rescore(const spliced::alignment& path, const case_problem& of,
                       std::span<const spliced::residue_code> target, const chain_scoring& scoring);

}  // namespace exonweave
