// From the exons of one strand, candidates or ORF exons, to the graph of rows that engines align to.
//
// - An ORF exon is an exon that nobody gave: any from an acceptor or start to a donor or end, under block_sites.
// - A stop end is where a chain read codon by codon may end with a stop codon: the end of a given exon whose role lets
//   it, or of any ORF exon that ends with the codon.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "exons/graph/intron_rules.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sites/site_scorer.hpp"
#include "spliced/graph/row_graph.hpp"

namespace exonweave {

/// What an exon adds to the score of a chain by where it stands in it. Unreachable: it may not stand there.
struct role_weights {
  spliced::score begins = 0;   // as the first exon
  spliced::score follows = 0;  // after another exon
  spliced::score ends = 0;     // as the last exon
  spliced::score goes_on = 0;  // before another exon
  // Codon by codon, where a gene may be cut: as the first exon in place of `begins`, in any phase and without a start
  // codon; as the last in place of `ends`, without a stop codon and with at most two nt left over, all in this exon.
  // Such a chain has a codon, if only the stop codon that ends it.
  spliced::score begins_cut = spliced::unreachable;
  spliced::score ends_cut = spliced::unreachable;
  auto operator<=>(const role_weights&) const = default;
};

/// The kinds of introns that an exon's ends belong to; an intron has both its ends from one family.
struct exon_families {
  splice_family start = splice_family::major;
  splice_family end = splice_family::major;
  auto operator<=>(const exon_families&) const = default;
};

/// A distinct place on one strand with what it adds to the score of a chain that uses it.
struct strand_exon {
  interval where;  // strand coordinates: those of the sequence, or of its reverse complement, in nt
  spliced::score weight = 0;
  role_weights roles{};
  exon_families families{};
  bool operator==(const strand_exon&) const = default;
};

/// Borders that ORF exons are limited to where they have no sites of their own: split start codons and stop codons.
struct block_limits_at {
  std::vector<std::int64_t> starts;  // sorted strand coordinates
  std::vector<std::int64_t> ends;

  [[nodiscard]] bool has_start(std::int64_t position) const { return std::ranges::binary_search(starts, position); }
  [[nodiscard]] bool has_end(std::int64_t position) const { return std::ranges::binary_search(ends, position); }
};

/// ORF exons: every exon from an acceptor or start to a donor or end, all at once.
struct block_sites {
  strand_sites sites;
  // Nucleotides only, which have no start and stop codons of their own: where the chain may begin and end besides.
  // Sorted, distinct strand coordinates.
  std::vector<std::int64_t> begins;
  std::vector<std::int64_t> ends;
  std::optional<block_limits_at> limits{};  // nothing: anywhere
  // Codons only: where a gene may be cut, and what a chain adds that begins or ends there so (see role_weights).
  // Sorted, distinct; families are major.
  std::vector<scored_site> cut_begins{};
  std::vector<scored_site> cut_ends{};

  [[nodiscard]] bool may_start(std::int64_t position) const { return !limits || limits->has_start(position); }
  [[nodiscard]] bool may_end(std::int64_t position) const { return !limits || limits->has_end(position); }
};

/// What exons a chain may be made of: given ones, blocks, or both side by side.
struct exon_material {
  std::span<const strand_exon> exons;  // sorted by place, distinct, not empty intervals, within the region
  const block_sites* blocks = nullptr;
};

/// How the residues of exons are read against the target.
struct exon_reading {
  /// Null: nucleotide by nucleotide; an exon may begin and end a chain wherever its roles let it. Else codon by codon
  /// against a protein: a chain begins with a start codon, which is aligned as methionine, ends with a stop codon,
  /// which is not aligned, and has no stop codon before. Codons may be split by introns, of start codons ATG alone.
  const genetic_code* code = nullptr;
  // Costs of what codons else forbid; nothing: forbidden.

  // Of a chain that begins in any phase, without a start codon, at a given exon's start or at an acceptor; and as much
  // of one that ends without a stop codon, at a given exon's end or at a donor. Everything else is as where a gene is
  // cut; the cost is paid in place of role_weights::begins or ends, whatever they are.
  std::optional<spliced::score> incomplete;
  // Of skipping 1 or 2 nt within an exon, after a codon that ended there and before something else of the exon.
  std::optional<spliced::score> frameshift;
  // Of a stop codon before the last, besides its substitution score.
  std::optional<spliced::score> internal_stop;
  // Of a stop codon that the code reads as U or O, where it does (genetic_code::with_recoded_stops), besides its
  // substitution score.
  std::optional<spliced::score> recoded_stop{};
  // What codons earn that are aligned with no residue of the target, in gaps and at the ends of a chain. Null: nothing.
  const codon_weights* coding = nullptr;

  /// Codon by codon: whether this residue may be aligned, and what it costs besides its substitution score.
  [[nodiscard]] bool may_align(spliced::residue_code residue) const {
    return residue != spliced::stop_amino || internal_stop;
  }
  [[nodiscard]] spliced::score cost_of(spliced::residue_code residue) const {
    if (is_recoded_stop(residue)) return recoded_stop.value_or(0);
    return residue == spliced::stop_amino ? internal_stop.value_or(0) : 0;
  }
  /// What a codon that stands for this residue earns in a gap; stop codons nothing.
  [[nodiscard]] spliced::gap_weight weight_in_gap(spliced::residue_code a, spliced::residue_code b,
                                                  spliced::residue_code c, spliced::residue_code residue) const {
    const bool is_stop = residue == spliced::stop_amino || is_recoded_stop(residue);
    return coding == nullptr || is_stop ? spliced::gap_weight{0} : coding->of(a, b, c);
  }
  /// [amino codes] the least that any codon for it earns in a gap, at most 0; empty without weights.
  [[nodiscard]] std::vector<spliced::score> min_in_gap() const;
};

/// How exons become rows; both kinds of graphs are exact.
struct graph_options {
  // The exon DAG: a run per exon, fed by the source and by every exon that precedes it. Else exons with one start or
  // the same remaining exits share rows, and running maxima over exon ends lead into exons.
  bool is_literal = false;
  std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max();  // see graph_too_large
  bool operator==(const graph_options&) const = default;
};

constexpr graph_options literal_graph = {.is_literal = true};

/// Thrown when a graph outgrows graph_options::max_bytes, before it is much larger.
struct graph_too_large : std::length_error {
  explicit graph_too_large(std::uint64_t expected)
      : std::length_error("the graph would take about " + std::to_string(expected) + " bytes"),
        expected_bytes(expected) {}
  std::uint64_t expected_bytes;  // of the whole graph, if the rest is like what was made
};

/// A path from source to sink is a chain of at least one exon, read in one way; node positions are strand coordinates.
/// Throws std::invalid_argument when exons are not as exon_material wants them, graph_too_large.
///
/// Against a protein every border class has its junction chains (intron_phase.hpp).
spliced::row_graph build_row_graph(const exon_material& material, const strand_region& region,
                                   const intron_rules& introns, const exon_reading& reading,
                                   const graph_options& options);

/// Which end of a chain is whole: its first codon is a start codon, its last codon a stop codon. Nucleotides have
/// no such ends: both are true.
struct chain_ends {
  bool has_start = true;
  bool has_stop = true;
};

/// The graph of one chain alone: its only paths run through all of `chain`, which is as exons above and in which
/// each exon precedes the next. An end that is not whole is incomplete or cut, whichever scores more.
spliced::row_graph build_path_graph(std::span<const strand_exon> chain, chain_ends ends, const strand_region& region,
                                    const intron_rules& introns, const exon_reading& reading);

/// Edges that build_row_graph makes for the literal exon DAG of nucleotides, without building it. Against a protein
/// there are at most max_classes times as many, as long as exons begin with A, C, G or T and no frameshifts are read.
std::uint64_t count_literal_edges(std::span<const strand_exon> exons, const intron_rules& introns);
constexpr std::uint64_t max_classes = 9;

}  // namespace exonweave
