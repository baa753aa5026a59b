// A target between two stages: what its strands are is known, its alignments are still to be made.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/memory/memory_budget.hpp"
#include "exons/run/planner.hpp"
#include "exons/solving/chain_solver.hpp"

namespace exonweave {

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

}  // namespace exonweave
