// One target of a locus on its strands: the best chain of both, or of each of several places, as models, or why there
// is none.
#pragma once

#include <cstdint>
#include <vector>

#include "exons/run/locus_division.hpp"
#include "exons/run/planner.hpp"
#include "exons/run/prediction.hpp"
#include "exons/run/prepared_target.hpp"
#include "exons/run/region_maker.hpp"
#include "exons/run/search_space.hpp"

namespace exonweave {

/// Any thread may solve.
class locus_solver {
 public:
  /// Spare threads help with single alignments; `spare` may be null.
  locus_solver(const prediction_input& input, const prediction_options& options, spare_threads* spare = nullptr)
      : input_(input),
        options_(options),
        spare_(spare),
        one_locus_(options.solver.for_one_locus()),
        maker_(input, options, spare),
        spaces_(search_spaces(input)) {}

  [[nodiscard]] const spliced::engine& engine() const { return *options_.solver.engine; }
  /// About how many alignments at once keep the engine busy.
  [[nodiscard]] std::size_t batch_size() const { return engine().batch_size(options_.scoring.problem_on({}, {})); }

  /// The first stage, for a batch: the problems of its strands, each in `memory` bytes where it is not there yet.
  /// Throws bad_data and not_enough_memory, naming the target and region, and region_too_large where the target goes
  /// alone.
  [[nodiscard]] prepared_target prepare(const locus_target& requested, target_reading reading,
                                        strand_problems& problems, std::uint64_t memory);

  /// The second. Throws as solve() does.
  [[nodiscard]] locus_result finish(started_target given);

  /// Both, strand by strand. `memory` bytes are for the problems of all its strands, and rows; they are too little also
  /// where they make it slow and all that a target may have alone would not. Throws bad_data and not_enough_memory,
  /// naming the target and region; run_stopped.
  [[nodiscard]] locus_result solve(const locus_target& requested, target_reading reading, strand_problems& problems,
                                   std::uint64_t memory);

 private:
  [[nodiscard]] prepared_target prepare_strands(const locus_target& requested, target_reading reading,
                                                strand_problems& problems, std::uint64_t memory);
  // Whether its region is aligned in windows.
  [[nodiscard]] bool is_in_windows(const locus_target& requested) const;
  [[nodiscard]] locus_result solve_windows(const locus_target& requested, target_reading reading, std::uint64_t memory);
  void add_searches(prepared_target& target) const;
  [[nodiscard]] const solver_settings& settings_for(const locus_target& requested) const;
  // Loci that it may have.
  [[nodiscard]] std::size_t max_n_loci(const locus_target& requested) const;
  [[nodiscard]] solver_call call_for(const prepared_target& target) const;
  [[nodiscard]] division_context context_of(const prepared_target& target, const prepared_strand& strand);
  [[nodiscard]] spliced::score lowest_score_of(std::size_t target, double composition = 1) const;
  void judge(std::size_t target, locus_result& result) const;
  // Without its seconds. `solve` makes the case_solution of a chain_search.
  template <class Solve>
  [[nodiscard]] locus_result conclude(prepared_target& prepared, const Solve& solve);

  void recheck(const prepared_target& target, solved_part& part);
  void add_loci(const prepared_target& target, const prepared_strand& prepared, case_solution solved,
                std::vector<solved_part>& loci, locus_result& result);

  const prediction_input& input_;
  const prediction_options& options_;
  spare_threads* spare_;
  const solver_settings one_locus_;
  region_maker maker_;
  std::vector<double> spaces_;  // [targets]
};

}  // namespace exonweave
