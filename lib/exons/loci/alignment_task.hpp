// What is requested of a run: a target on a strand of a region. A row of a pairs table is one, and so is every target
// on every strand of every sequence where there is no table.
#pragma once

#include <compare>
#include <cstddef>

#include "exons/sequences/interval.hpp"

namespace exonweave {

/// One target on one strand of one region.
struct alignment_task {
  std::size_t sequence = 0;  // index in the catalog
  interval region;           // forward coordinates; [0, length) for a whole sequence
  strand on = strand::forward;
  std::size_t target = 0;     // index in the target set
  bool is_single = false;     // there is no second locus: what is left of the region is not looked through for others
  bool is_backwards = false;  // the target, which is DNA, is read as its reverse complement

  constexpr auto operator<=>(const alignment_task&) const = default;
};

/// Whatever their strands and targets.
constexpr bool is_same_region(const alignment_task& a, const alignment_task& b) {
  return a.sequence == b.sequence && a.region == b.region;
}

}  // namespace exonweave
