// What differs between one call of a solver and the next.
#pragma once

#include <cstdint>
#include <limits>

#include "base/threads/on_threads.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave {

struct solver_call {
  // A best chain that scores less is not requested, and nothing besides: its score alone is reported.
  spliced::score lowest_score = spliced::unreachable;
  spliced::score best_of_region = spliced::unreachable;  // where only a part of the region is solved
  run_control* control = nullptr;                        // null: nobody watches the run
  planned_cells* planned = nullptr;                      // of the target that is solved; null: nobody counts
  spare_threads* spare = nullptr;  // may help with this alignment; null: there are no such threads
  // Bytes for rows, next to the least that they need: more would be for speed alone.
  std::uint64_t max_rows = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace exonweave
