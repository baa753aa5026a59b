// One target of a locus on its strands: the best chain of both, or of each of several places, as models, or why there
// is none.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/memory/memory_budget.hpp"
#include "exons/run/locus_division.hpp"
#include "exons/run/planner.hpp"
#include "exons/run/prediction.hpp"
#include "exons/run/region_maker.hpp"
#include "exons/run/search_space.hpp"
#include "exons/solving/chain_solver.hpp"

namespace exonweave {

// A target between two stages: what its strands are is known, its alignments are still to be made.

/// One strand that a target is tried on.
struct prepared_strand {
  const alignment_task& locus;
  shared_problem problem;
  std::uint64_t problem_bytes = 0;
  bool shares_problem = false;           // with the one before it: it counts once
  std::optional<chain_search> search{};  // nothing where there is nothing to align
};

/// The memory of a target, and what of it its problems hold. It stays where it is.
struct target_memory {
  explicit target_memory(const memory_limits& limits) : budget(limits) {}

  memory_budget budget;
  std::array<memory_reservation, 2> problems{};  // [strand]
};

/// May be moved while its alignments are made: what they point to stays where it is.
struct prepared_target {
  locus_target requested;
  target_reading reading;
  std::vector<spliced::residue_code> aligned;
  std::vector<spliced::residue_code> backwards;  // the same read backwards; empty where no case is
  std::unique_ptr<planned_cells> planned;        // counts until the target is done
  std::unique_ptr<target_memory> memory;
  std::vector<prepared_strand> strands{};  // as in requested.cases; those of one strand share a problem
  double seconds = 0, cpu_seconds = 0;     // that prepare() took
  spliced::by_cost_unit making{};          // of the problems that were made for it
  // Of a batch, where targets go in batches:
  std::size_t locus = 0;       // of its work unit
  std::uint64_t min_rows = 0;  // bytes for the rows of all its alignments together with which they can do

  /// What is aligned in one of its cases.
  [[nodiscard]] const std::vector<spliced::residue_code>& aligned_in(const alignment_task& tried) const {
    return tried.is_backwards ? backwards : aligned;
  }

  /// How many alignments it starts with.
  [[nodiscard]] std::size_t n_jobs() const;
  /// All of them, in the order of the strands, in `rows` bytes together: at least the least. Throws run_stopped.
  [[nodiscard]] std::vector<spliced::alignment_job> jobs(std::uint64_t rows);
};

/// The same, with the passes that became of its jobs, in their order; they go before what they point to.
struct started_target {
  prepared_target target;
  std::vector<spliced::started_pass> passes;
};

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
