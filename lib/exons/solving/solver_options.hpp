// How problems are solved: with what engine, on what graph, in how much memory, and what is asked besides the best chain.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exons/graph/chain_graph.hpp"
#include "spliced/engine/engine.hpp"
#include "spliced/engine/run_control.hpp"
#include "spliced/engine/spare_threads.hpp"

namespace exonweave {

struct solver_options {
  const spliced::engine* engine = nullptr;  // never null
  graph_options graph;                      // replaced by literal_graph for engines that want it
  std::uint64_t memory = 0;                 // bytes for region problems and rows
  std::size_t n_chains = 1;                 // the k best distinct chains, best first
  bool with_margins = false;
  std::uint64_t reserved = 0;  // bytes of the memory: held by the caller beside the problem to solve
  spliced::run_control* control = nullptr;    // null: nobody watches the run
  spliced::spare_threads* spare = nullptr;    // may help with one alignment; null: there are none
  spliced::planned_cells* planned = nullptr;  // of the target that is solved; null: nobody counts
  // A best chain that scores less is not wanted, and nothing beside it: its score alone is told.
  spliced::score least_score = spliced::unreachable;

  /// Passes that solve() plans for a problem: forwards, and backwards for margins.
  [[nodiscard]] std::uint64_t n_passes() const { return with_margins ? 2 : 1; }
};

}  // namespace exonweave
