// From the candidate exons of one strand to the graph of rows that engines align to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "exons/sequences/interval.hpp"
#include "spliced/row_graph.hpp"

namespace exonweave {

/// What an exon adds to the score of a chain by where it stands in it.
struct role_weights {
  spliced::score begins = 0;   // as the first exon
  spliced::score follows = 0;  // behind another exon
  spliced::score ends = 0;     // as the last exon
  spliced::score goes_on = 0;  // before another exon
  auto operator<=>(const role_weights&) const = default;
};

/// A distinct place on one strand with what it adds to the score of a chain that uses it.
struct strand_exon {
  interval where;  // strand coordinates: those of the sequence, or of its reverse complement, in nt
  spliced::score weight = 0;
  role_weights roles;
  bool operator==(const strand_exon&) const = default;
};

/// What a chain pays between two exons, and when one may follow the other.
struct intron_rules {
  std::int64_t min_intron = 0;     // nt; b_l precedes b_k when end(l) + min_intron <= start(k)
  spliced::score cost = 0;         // per intron, >= 0
  spliced::score cost_per_kb = 0;  // per 1,000 nt, >= 0

  [[nodiscard]] bool precedes(interval l, interval k) const { return l.end + min_intron <= k.start; }

  /// The cost of the intron [end, start): cost + f(start) - f(end) with f(x) = floor(x * cost_per_kb / 1000),
  /// so that it is an integer and adds up exactly along junctions. A length that costs score_limit or more
  /// costs score_limit: no problem with such an edge is ever computed.
  [[nodiscard]] spliced::score between(std::int64_t end, std::int64_t start) const {
    return cost + length_cost(end, start);
  }
  [[nodiscard]] spliced::score length_cost(std::int64_t end, std::int64_t start) const {
    const std::int64_t exact = start * cost_per_kb / 1000 - end * cost_per_kb / 1000;
    return static_cast<spliced::score>(std::min<std::int64_t>(exact, spliced::score_limit));
  }
};

/// How exons become rows; all exact, all switchable.
struct graph_options {
  bool junction_chain =
      true;  // a running maximum over exon ends; off: every preceding exon feeds every start
  bool share_prefixes = true;  // exons with one start share their rows up to the shorter end
  bool share_suffixes = true;  // exons with the same remaining exits share their remaining rows
  bool operator==(const graph_options&) const = default;
};

/// The literal exon DAG: a run per exon, fed by the source and by every exon that precedes it.
constexpr graph_options literal_graph = {
    .junction_chain = false, .share_prefixes = false, .share_suffixes = false};

/// The residues of a region of one strand; `start` is the strand coordinate of the first.
struct strand_region {
  std::int64_t start = 0;
  std::vector<spliced::residue_code> residues;
};

/// `exons` must be sorted by place, distinct, not empty intervals, within the region. Throws
/// std::invalid_argument otherwise. A path from source to sink is a chain of at least one exon; node
/// positions are strand coordinates.
spliced::row_graph build_row_graph(std::span<const strand_exon> exons, strand_region region,
                                   const intron_rules& introns, const graph_options& options);

/// The graph of one chain alone: its only path runs through all of `chain`, which is as `exons` above and in
/// which each exon precedes the next.
spliced::row_graph build_path_graph(std::span<const strand_exon> chain, strand_region region,
                                    const intron_rules& introns);

/// Edges that build_row_graph makes for the literal exon DAG, without building it.
std::uint64_t count_literal_edges(std::span<const strand_exon> exons, const intron_rules& introns);

}  // namespace exonweave
