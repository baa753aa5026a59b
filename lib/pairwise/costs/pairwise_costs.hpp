// How long `scan` and `align` take before they are run: units of their work, and what these take an engine.
#pragma once

#include <cstddef>
#include <string_view>

#include "pairwise/engine/pairwise_engine.hpp"
#include "spliced/costs/cost_model.hpp"

namespace exonweave {

/// A measurement.
struct timed_pairwise {
  by_pairwise_unit work{};
  double seconds = 0;
};

/// A query against a whole database. Lengths in residues.
by_pairwise_unit work_of_query(double query_length, double database_length);

/// A pair of sequences that is aligned from end to end.
struct pair_traits {
  double query_length = 0, target_length = 0;  // residues
  bool wants_path = false;                     // its alignment, not the score alone
  double highest_score = 0;                    // of two residues
};

by_pairwise_unit work_of_pair(const pair_traits& pair);

/// What a command is about to do.
struct pairwise_run {
  std::string_view command;
  by_pairwise_unit work{};
  by_pairwise_unit longest{};  // of a pair, which one thread does; zeros where all is divided
  bool has_linear_gaps = false;
  unsigned n_threads = 1;    // that have something to do
  std::size_t max_gpus = 1;  // that could share it

  [[nodiscard]] bool suits(const pairwise_engine& engine) const {
    return engine.command == command && (has_linear_gaps || !engine.needs_linear_gaps) &&
           (engine.max_cells == 0 || longest[pairwise_unit::cell] <= static_cast<double>(engine.max_cells));
  }
};

/// All is divided among the threads of a CPU, or so many GPUs (at least 1), which have to be started as well. Of an
/// engine that has_rates().
double expected_seconds(const pairwise_engine& engine, const spliced::cost_model& prices, const pairwise_run& run,
                        std::size_t n_gpus = 1);

/// Bytes of a GPU that a run of align keeps there of its pairs: of the longest one, or of a batch for each thread.
/// `longest_target`: residues.
double device_bytes(const pairwise_engine& engine, const pairwise_run& run, double longest_target);

}  // namespace exonweave
