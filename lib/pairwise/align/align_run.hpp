// A whole run of `align`: pairs of sequences, shared out among threads. Engines that align many pairs at once get them
// in batches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "exons/sequences/targets.hpp"
#include "pairwise/align/align_engine.hpp"

namespace exonweave {

/// Queries and targets of one kind, paired by their order: as many of both, or a single query for all targets.
struct sequence_pairs {
  target_set queries;
  target_set targets;

  [[nodiscard]] std::size_t size() const { return targets.targets.size(); }
  [[nodiscard]] const target& query_of(std::size_t pair) const {
    return queries.targets[queries.targets.size() == 1 ? 0 : pair];
  }
  [[nodiscard]] const target& target_of(std::size_t pair) const { return targets.targets[pair]; }
};

struct align_rules {
  align_scoring scoring;
  bool wants_paths = true;                                            // else scores alone
  spliced::score least = std::numeric_limits<spliced::score>::min();  // paths are requested of scores from here on
  std::uint64_t memory = 0;                                           // bytes for rows, of all threads together
  unsigned n_threads = 1;
};

/// What a thread aligns at a time.
struct align_batch {
  std::vector<std::size_t> pairs{};  // one, unless they are aligned together
  bool is_together = false;          // by align_engine::align_all()
};

/// All pairs, each once. Those that the engine aligns one by one come first: they may be long. Batches have no more
/// pairs than the engine's facts say, and no more cells but where one pair has more. They are so small that each
/// thread gets one.
std::vector<align_batch> make_batches(const sequence_pairs& pairs, const align_engine& engine,
                                      const align_rules& rules);

/// Takes an alignment and the index of its pair.
using alignment_sink = std::function<void(std::size_t pair, const global_alignment&)>;

/// Aligns all pairs. The sink gets each of them once, on any thread, in any order. Counts the cells of all pairs.
/// Throws run_stopped, bad_data where scores of a pair could leave 32 bits, not_enough_memory, and what the engine or
/// the sink throws.
void align_pairs(const sequence_pairs& pairs, const align_engine& engine, const align_rules& rules,
                 run_control& control, const alignment_sink& sink);

}  // namespace exonweave
