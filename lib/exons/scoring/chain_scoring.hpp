// The scoring of chains in the form of the recurrence: what a scoring file's settings mean to graphs, engines and the
// check of what they find, in the unit that is computed with.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "exons/graph/chain_graph.hpp"
#include "exons/scoring/scoring_options.hpp"
#include "exons/sequences/interval.hpp"
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
  std::optional<spliced::score> recoded_stop{};  // see recoded_stops
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

// Stop codons that are read on: TGA as selenocysteine, U, and TAG as pyrrolysine, O, against a target that has these
// letters.
//
// Only such targets are aligned with a code that reads them so, and there each recoded stop costs what a stop codon
// within the model costs, whatever it is aligned to:
//
//   row U:   d(U, t) = d(*, t)           for any other symbol t, with the cost as for any stop codon
//            d(U, U) = d(C, C) + cost    so that U against U scores what C against C is
//
// and O in the same way, with K. Where stop codons within the model are forbidden the cost is more than twice what any
// chain gains: what scores so little is no chain (chain_scoring::is_forbidden). So the recurrence, all engines and
// the check of what they find are the same as ever.

/// Whether a protein has a symbol that a recoded stop of the code stands for.
bool has_recoded_stops(std::string_view protein, const genetic_code& code);

/// The most that a chain gains by this protein, in the unit of `scoring`: each residue as well matched as can be, and
/// some more for sites and ends.
spliced::score max_gain(std::string_view protein, const chain_scoring& scoring);

/// For targets that have, none of which gains more than `gain` (max_gain). Unchanged where the region has so many of
/// these stops that they could not be forbidden within 32 bits: with one protein of n residues from some 200,000,000 /
/// n nt on. `scoring` is for codons.
chain_scoring with_recoded_stops(const chain_scoring& scoring, const strand_region& region, spliced::score gain);

}  // namespace exonweave
