// The scoring of chains in the form of the recurrence: what a scoring file's settings mean to graphs, engines and the
// check of what they find, in the unit that is computed with.
#pragma once

#include <optional>
#include <span>

#include "exons/graph/chain_graph.hpp"
#include "exons/scoring/scoring_options.hpp"
#include "spliced/engine/problem.hpp"

namespace exonweave {

/// Scoring in the form of the recurrence.
struct chain_scoring {
  spliced::substitution_matrix substitution{spliced::n_dna_codes};
  spliced::gap_costs gaps;
  bool free_target_ends = false;                     // unaligned target ends cost nothing
  std::optional<spliced::gap_costs> residue_ends{};  // of unaligned residues at the chain's ends; nothing: gaps
  intron_rules introns;
  std::optional<genetic_code> code{};  // of codons against a protein; nothing: nucleotides
  std::optional<spliced::score> incomplete{};
  std::optional<spliced::score> frameshift{};
  std::optional<spliced::score> internal_stop{};
  std::optional<spliced::score> recoded_stop{};  // see recoded_stops.hpp
  // What codons earn that no residue of the target is aligned with, next to what they cost; nothing: they earn nothing.
  std::optional<codon_weights> coding{};

  [[nodiscard]] exon_reading reading() const {
    return {code ? &*code : nullptr, incomplete, frameshift, internal_stop, recoded_stop, coding ? &*coding : nullptr};
  }

  /// Whether no chain scores as little: only those are that go over a recoded stop with another symbol, or none.
  [[nodiscard]] bool is_forbidden(spliced::score total) const {
    return recoded_stop && !internal_stop && total < -*recoded_stop / 2;
  }

  /// What an engine sees of it; it must outlive the problem.
  [[nodiscard]] spliced::problem problem_on(const spliced::graph_view& graph,
                                            std::span<const spliced::residue_code> target) const {
    return {graph, target, &substitution, gaps, free_target_ends, residue_ends};
  }
};

/// The scores that a scoring file's settings mean, in the unit that unit_of says: for codons with a genetic code and
/// scores between amino acids, for nucleotides without and with scores between DNA codes; both as written.
chain_scoring make_chain_scoring(const scoring_options& options, spliced::substitution_matrix substitution,
                                 const genetic_code* code);

/// The scores between DNA codes of a scoring file, as written.
spliced::substitution_matrix dna_substitution(const scoring_options& options);

}  // namespace exonweave
