// The scoring of chains in the form of the recurrence: what a scoring file's settings mean to graphs, engines and the
// check of what they find, in the unit that is computed with.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exons/candidates/candidates.hpp"
#include "exons/graph/chain_graph.hpp"
#include "exons/introns/intron_law.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/settings/setting_values.hpp"
#include "exons/sites/site_scorer.hpp"
#include "exons/sites/splice_model.hpp"
#include "spliced/engine/problem.hpp"

namespace exonweave {

// What an alignment is scored with: the settings of a --scoring file and the presets they start from.

/// Scores of pairs of bases: row = genome, column = target, both in the order A C G T, then N when there are five.
struct letter_matrix {
  std::size_t n_letters = 4;  // 4 or 5
  std::vector<int> scores{};  // [n_letters * n_letters], row by row, each in [-10000, 10000]

  bool operator==(const letter_matrix&) const = default;
};

/// What min_intron and max_intron may be.
constexpr std::int64_t longest_intron = 1'000'000'000;  // nt

/// A frameshift skips 1 nt or 2.
constexpr std::int64_t longest_skip = 2;

/// The initial values are those of `preset: default` for DNA targets. Scores are added, costs (never negative)
/// subtracted; they are as written, half-bits for proteins, in halves where unit_of holds them. A cost that is not
/// there (`off` in the file) forbids what it would be charged for, unless its comment says otherwise. Settings that
/// mean nothing for a kind of target are kept and not used, so that one file may serve both.
struct scoring_options {
  std::string preset = "default";

  int match = 2;                            // DNA; [-10000, 10000]
  int mismatch = -2;                        // DNA; [-10000, 10000]
  std::optional<letter_matrix> matrix{};    // DNA; in place of match and mismatch
  std::string protein_matrix = "BLOSUM62";  // protein; see read_protein_matrix

  written_score gap_open = 0;    // cost of a gap of k symbols: gap_open + k * gap_extend; [0, 1000000]
  written_score gap_extend = 4;  // [0, 1000000]
  // Protein: codons of the model before its first and after its last aligned pair cost coding_end_open + k *
  // coding_end_extend; as gaps when coding_end_open is not there.
  std::optional<written_score> coding_end_open{};  // [0, 1000000]
  written_score coding_end_extend = 0;             // [0, 1000000]

  std::vector<intron_cost> introns = {{}};  // 1 to max_intron_lines: an intron costs the least that one says
  bool has_given_introns = false;           // a file says them: a splice model's are not taken in their place
  std::int64_t min_intron = 20;             // nt, [0, 1000000000]
  // nt, [0, 1000000000], min_intron or more, or 0: there are no introns (site_rules::has_introns); not there: no limit
  std::optional<std::int64_t> max_intron{};
  bool free_target_ends = true;      // target residues before and after the alignment cost nothing
  written_score type_mismatch = 20;  // cost of each end of an exon that its type forbids, [0, 1000000]

  bool extend_starts = false;  // proteins, ORF exons alone: see extend_start()

  // What sites weigh for proteins, and for ORF exons of DNA targets.
  // A name or a path, see read_splice_model; or one of those above.
  std::string splice_model = std::string(no_splice_model);
  site_scoring sites{};  // splice_weight, start_weight, gc_donor, at_ac, noncanonical
  // Splice sites of ORF exons that weigh less are none; not there: all are sites. [-10000, 10000]
  std::optional<written_score> min_site{};
  // Protein: what broken reading frames weigh.
  std::optional<written_score> frameshift{};     // cost of a frameshift within an exon, [0, 1000000]
  std::optional<written_score> internal_stop{};  // cost of a stop codon within the model, [0, 1000000]
  // Protein, ORF exons alone: what each of both costs in the recheck of disrupted genes (disrupted_genes.hpp); not
  // there: there is no recheck. [0, 1000000]
  std::optional<written_score> disruption{};
  std::optional<written_score> incomplete{};  // cost of each end without a start or stop codon, [0, 1000000]
  // Protein: cost of each end of the model where an open end cuts the gene, and what it costs besides where it cuts an
  // intron. [0, 1000000]
  std::optional<written_score> open_end{};
  std::optional<written_score> cut_intron{};

  double candidate_weight = 0;             // [0, 1000000]; see evidence_rules
  std::vector<evidence_scale> evidence{};  // at most one per source

  bool operator==(const scoring_options&) const = default;
};

/// What scores are computed in: halves for proteins, whole numbers for DNA targets and with the preset `paper`.
score_unit unit_of(const scoring_options& options, molecule kind);

/// The names that `preset` takes.
std::vector<std::string> preset_names();

/// The settings of a preset for targets of a kind; nothing for an unknown name. `global` counts both ends of the
/// target, `paper` is the recurrence alone: linear gaps and nothing else.
std::optional<scoring_options> preset_scoring(const std::string& name, molecule kind);

/// The keys of a scoring file that hold one value: how each is read, checked and written, in one table.
struct scoring_key {
  std::string_view name;
  /// Sets the option from the value's text. `is_plain`: without quotes, as numbers and truth values must be. `unit`:
  /// the finest that costs may be.
  std::function<value_fault(scoring_options&, std::string_view text, bool is_plain, score_unit unit)> set;
  /// The option's value in JSON.
  std::function<std::string(const scoring_options&)> json;
  bool is_for_proteins = false;  // DNA targets have no use for it
};

/// In the order in which they are written.
std::span<const scoring_key> scoring_keys();

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
