// The places of one strand where an exon of a coding sequence may begin or end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sites/site_scorer.hpp"

namespace exonweave {

struct scored_site {
  std::int64_t position = 0;  // strand coordinate
  spliced::score weight = 0;  // in the unit of the scorer
  splice_family family = splice_family::major;

  bool operator==(const scored_site&) const = default;
};

/// Each ascending by (position, family). A place can be a site of both families (AT with a cost for
/// noncanonical sites).
struct strand_sites {
  std::vector<scored_site> acceptors;  // an exon begins at `position`
  std::vector<scored_site> donors;     // an exon ends before `position`
  std::vector<scored_site> starts;     // a start codon begins at `position`; family is major

  bool operator==(const strand_sites&) const = default;
};

/// The whole region, as an interval.
interval extent(const strand_region& region);

/// The sites whose own bases, the two of a splice site or the three of a start, lie within `where`. Matrices
/// see all of the region, so with enough residues around `where` (max_context) its sites weigh what they weigh
/// on the whole sequence. Needs `where` within the region.
strand_sites find_sites(const strand_region& region, const site_scorer& scorer, interval where,
                        const genetic_code& code = standard_code());

/// All sites of the region.
strand_sites find_sites(const strand_region& region, const site_scorer& scorer);

/// Where codons begin that may end a coding sequence and lie within `where`, in any frame; ascending.
std::vector<std::int64_t> find_stops(const strand_region& region, interval where,
                                     const genetic_code& code = standard_code());

/// How far from its own bases a site's matrix reaches, at most, nt.
constexpr std::int64_t max_context = std::max({donor_window.n_rows, acceptor_window.n_rows, start_window.n_rows});

// Where a sequence ends that goes on in the genome: its own two ends, and the borders of gaps of its assembly. A gene
// may be cut there.
//
//   position   0 1 2 3 4 5  ...      15 16        |
//              N N A C G N N N ... N  T  G ... C A|       begins: 2 and 15, ends: 5 and the sequence's end

/// Strand coordinates, ascending.
struct open_ends {
  std::vector<std::int64_t> begins;  // known bases begin here
  std::vector<std::int64_t> ends;    // they end here

  bool operator==(const open_ends&) const = default;
};

/// As many N make a gap; fewer are bases that were not read. What lies beyond the sequence counts as N.
constexpr std::int64_t shortest_gap = 10;  // nt

/// The open ends at which something within `where` may begin or end. `region` holds `where`, and on both sides as much
/// as the sequence (of this length, nt) has, or shortest_gap.
open_ends find_open_ends(const strand_region& region, interval where, std::int64_t sequence_length);

}  // namespace exonweave
