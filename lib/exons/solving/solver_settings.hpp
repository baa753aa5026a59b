// How problems are solved, and what is requested besides the best chain: the same for all targets of a run.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "exons/graph/chain_graph.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave {

struct solver_settings {
  const spliced::engine* engine = nullptr;  // never null
  std::size_t n_chains = 1;                 // the k best distinct chains, best first
  bool with_margins = false;
  bool may_sweep = true;            // where the engine does, in place of a graph
  std::int64_t sweep_window = 512;  // nt between which rows are kept
  // Where a target may have several loci on a region, such as copies of a gene in tandem: each one's best chain has at
  // least this share of the score of the best one of all, [0, 1]. 0: a region holds one locus.
  double locus_fraction = 0;

  [[nodiscard]] bool allows_several_loci() const { return locus_fraction > 0; }
  /// What the chain of a locus scores at least, rounded up, where the best one of the region scores `best`.
  [[nodiscard]] spliced::score min_of_locus(spliced::score best) const {
    return static_cast<spliced::score>(std::ceil(locus_fraction * best));
  }
  /// The same for a target that has one locus on its region.
  [[nodiscard]] solver_settings for_one_locus() const {
    solver_settings made = *this;
    made.locus_fraction = 0;
    return made;
  }

  /// Whether rows are requested from the end as well: for margins, and to see whether there are several loci.
  [[nodiscard]] bool reads_backwards() const { return with_margins || allows_several_loci(); }
  /// Passes that solve() plans for a problem: forwards, and backwards where that is requested.
  [[nodiscard]] std::uint64_t n_passes() const { return reads_backwards() ? 2 : 1; }
};

}  // namespace exonweave
