// One target of a locus on its strands: the best chain of both, as models, or why there is none.
#pragma once

#include <cstdint>

#include "exons/prediction/planner.hpp"
#include "exons/prediction/prediction.hpp"
#include "exons/prediction/region_maker.hpp"

namespace exonweave {

/// Any thread may solve.
class locus_solver {
 public:
  locus_solver(const prediction_input& input, const prediction_options& options)
      : input_(input), options_(options), maker_(input, options) {}

  /// `memory` bytes are for the problems of all its strands, and rows. Throws bad_data and not_enough_memory, naming the
  /// target and region; run_stopped.
  [[nodiscard]] locus_result solve(const locus_target& wanted, target_reading reading,
                                   strand_problems& problems, std::uint64_t memory);

 private:
  const prediction_input& input_;
  const prediction_options& options_;
  region_maker maker_;
};

}  // namespace exonweave
