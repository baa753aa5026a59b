// How problems are solved: with what engine, on what graph, in how much memory, and what is asked besides the best
// chain.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/threads/run_control.hpp"
#include "base/threads/spare_threads.hpp"
#include "exons/graph/chain_graph.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave {

/// Where a target may have several loci on a region, such as copies of a gene in tandem: each one's best chain has at
/// least `share` of the score of the best one of all.
struct locus_rule {
  double share = 0;                            // [0, 1]; 0: a region holds one locus
  spliced::score best = spliced::unreachable;  // of the whole region, where only a part of it is solved

  [[nodiscard]] bool allows_several() const { return share > 0; }
  /// What the chain of a locus has at least, rounded up; `here` is the best score of what is solved.
  [[nodiscard]] spliced::score least(spliced::score here) const {
    return static_cast<spliced::score>(std::ceil(share * std::max(here, best)));
  }
};

struct solver_options {
  const spliced::engine* engine = nullptr;  // never null
  graph_options graph;                      // replaced by literal_graph for engines that want it
  std::uint64_t memory = 0;                 // bytes for region problems and rows
  std::size_t n_chains = 1;                 // the k best distinct chains, best first
  bool with_margins = false;
  bool may_sweep = true;             // where the engine does, in place of a graph
  std::int64_t sweep_window = 512;   // nt between which rows are kept
  std::uint64_t reserved = 0;        // bytes of the memory: held by the caller beside the problem to solve
  run_control* control = nullptr;    // null: nobody watches the run
  spare_threads* spare = nullptr;    // may help with one alignment; null: there are none
  planned_cells* planned = nullptr;  // of the target that is solved; null: nobody counts
  // A best chain that scores less is not wanted, and nothing beside it: its score alone is told.
  spliced::score least_score = spliced::unreachable;
  locus_rule loci{};
  // Beside `memory` by all else that a run holds, and what both were taken from: for who reads that it does not do.
  std::uint64_t held = 0, asked_memory = 0;
  std::uint64_t most_memory = 0;  // for one target, whatever the threads; 0: all of `memory`

  /// What a target is too large for.
  [[nodiscard]] std::uint64_t memory_alone() const { return most_memory > 0 ? most_memory : memory; }
  /// Whether rows are wanted from the end as well: for margins, and to see whether there are several loci.
  [[nodiscard]] bool reads_backwards() const { return with_margins || loci.allows_several(); }
  /// Passes that solve() plans for a problem: forwards, and backwards where that is wanted.
  [[nodiscard]] std::uint64_t n_passes() const { return reads_backwards() ? 2 : 1; }
};

}  // namespace exonweave
