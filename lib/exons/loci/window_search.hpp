// The windows around what was found, searched once more for one target, with finer seeds: exons that are too
// short, or too little alike, to be found in a whole genome, and those that are masked. Windows that overlap are read
// and translated together.
#pragma once

#include <cstdint>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "exons/loci/segment_chains.hpp"
#include "exons/loci/ungapped_extension.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

/// One target on a stretch of a strand of a sequence.
struct search_window {
  std::size_t sequence = 0;
  strand on = strand::forward;
  interval window{};  // in coordinates of the strand
  std::uint32_t target = 0;

  auto operator<=>(const search_window&) const = default;
};

struct window_rules {
  segment_rules segments{};
  chain_rules chains{};              // lowest_score does not matter
  std::vector<double> min_scores{};  // [targets] of a chain
  bool is_gapped = false;            // chains are judged by gapped alignments, too
  unsigned n_threads = 1;
};

/// What windows count for in run_control: nt.
std::uint64_t cost_of(const std::vector<search_window>& windows);

/// [windows] chains of segments in the window, the best first. `control` counts nt; run_stopped when it was told to
/// stop.
std::vector<std::vector<segment_chain>> search_windows(genome& sequences, const std::vector<target>& targets,
                                                       const genetic_codes& codes, const window_rules& rules,
                                                       const std::vector<search_window>& windows, run_control& control);

}  // namespace exonweave
