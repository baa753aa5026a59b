// Where a sequence ends that goes on in the genome: its own two ends, and the borders of gaps of its assembly. A gene
// may be cut there.
//
//   position   0 1 2 3 4 5  ...      15 16        |
//              N N A C G N N N ... N  T  G ... C A|       begins: 2 and 15, ends: 5 and the sequence's end
#pragma once

#include <cstdint>
#include <vector>

#include "exons/sequences/interval.hpp"

namespace exonweave {

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
