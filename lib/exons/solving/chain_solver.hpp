// A target on a region problem, solved: forward pass, traceback, margins, and the check that the path found is worth
// what the rows say.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/memory/memory_budget.hpp"
#include "base/threads/on_threads.hpp"
#include "exons/solving/region_problem.hpp"
#include "exons/solving/solver_settings.hpp"
#include "spliced/costs/cost_model.hpp"
#include "spliced/engine/engine.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave {

// What differs between one call of a solver and the next.

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

/// What a case took, in the paper's cells, in ours, and in units that have seconds (cost_model).
struct case_work {
  std::uint64_t eq3_cells = 0;       // n * sum |b_k| (Eq. 3); of ORF exons n * the region
  std::uint64_t graph_cells = 0;     // n * rows of the graph
  std::uint64_t computed_cells = 0;  // forward and backward pass, recomputation included
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  std::uint64_t sites = 0;       // splice sites that ORF exons lie between
  std::uint64_t weak_sites = 0;  // those found that are too weak to be any
  // As expected_costs counts them before anything is aligned, knowing where a best chain was read.
  spliced::by_cost_unit costs{};

  case_work& operator+=(const case_work& other);
};

struct case_solution {
  std::vector<spliced::alignment> chains;  // best first; empty when there is none, or none that is requested
  // The best chain's score, where it is less than solver_call::lowest_score; of sweeps that of the best chain with
  // introns of any length.
  std::optional<spliced::score> unwanted;
  // [exons of the first chain] the best score of a chain without exactly this exon; nothing when every chain has it.
  // Empty unless margins are requested. Of sweeps with a limit of introns these other chains may break it, so a margin
  // is never too large; the same holds of second_best and cut.
  std::vector<std::optional<spliced::score>> best_without;
  // The score of the best chain but the first; nothing when there is none, or it was not requested (with margins or
  // n_chains).
  std::optional<spliced::score> second_best;
  // Where the region may be cut (nt on the strand) so that the best chain of each part scores at least
  // solver_settings::min_of_locus(), as far as is known without solving them. Nothing where that is nowhere so. Where
  // there is one the parts are what is requested: of the whole only the best chain is reported.
  std::optional<std::int64_t> cut{};
  case_work work;
};

/// The search for the chains of a target, in two stages: what it needs of an engine first, and what becomes of that.
/// Between them its alignments may be started together with those of others.
class chain_search {
 public:
  /// `on` is not empty, and among what `memory` has reserved; `scoring` is what it was made with. All but the call must
  /// outlive the search. Throws region_too_large when scores could leave 32 bits (with the bound).
  chain_search(const region_problem& on, std::span<const spliced::residue_code> target, const chain_scoring& scoring,
               const solver_settings& settings, memory_budget& memory, const solver_call& call = {});

  /// What it was given; nobody counts any more what was counted in vain.
  [[nodiscard]] const solver_call& call() const { return call_; }
  /// How many alignments it starts with: forwards, and backwards where that is requested.
  /// None where the region is swept.
  [[nodiscard]] std::size_t n_jobs() const { return on_.swept() != nullptr ? 0 : settings_.n_passes(); }
  /// The least bytes for the rows of all jobs together, in the lanes that are tried first. Worked out once.
  [[nodiscard]] std::uint64_t min_rows();

  /// Throws not_enough_memory where its rows have less than what engine::ample_memory says, and would not with all of
  /// `most` bytes.
  void check_ample(std::uint64_t most) const;

  /// The alignments that it starts with, in `rows` bytes together. They point to what the search holds, wherever that
  /// is moved. Throws not_enough_memory when the least of two jobs is more, run_stopped.
  [[nodiscard]] std::vector<spliced::alignment_job> jobs(std::uint64_t rows);

  /// Chains and margins, out of the passes of jobs(), in their order. What is missing is aligned here: rows that have
  /// to be exact throughout, and alternatives. Throws as solve() does.
  [[nodiscard]] case_solution finish(std::vector<spliced::started_pass> passes);

  /// Both stages in all of the memory, or what of it solver_call::max_rows allows. The pass backwards runs next to that
  /// forwards where a thread is spare.
  [[nodiscard]] case_solution solve();

 private:
  [[nodiscard]] std::vector<spliced::alignment_job> jobs_in(bool exact_rows) const;
  [[nodiscard]] std::vector<std::uint64_t> needs_of(const std::vector<spliced::alignment_job>& jobs) const;
  void share_rows(std::vector<spliced::alignment_job>& jobs, const std::vector<std::uint64_t>& needs) const;
  [[nodiscard]] std::vector<spliced::started_pass> start_here(const std::vector<spliced::alignment_job>& jobs) const;
  [[nodiscard]] case_work work() const;
  [[nodiscard]] bool read(std::vector<spliced::started_pass> passes, case_solution& solved) const;
  [[nodiscard]] bool find_chains(spliced::row_pass& pass, case_solution& solved) const;
  [[nodiscard]] bool study_alternatives(spliced::row_pass& pass, spliced::row_pass& backwards,
                                        case_solution& solved) const;
  [[nodiscard]] bool find_cut(spliced::row_pass& pass, spliced::row_pass& backwards, case_solution& solved) const;

  const region_problem& on_;
  std::span<const spliced::residue_code> target_;
  const chain_scoring& scoring_;
  const solver_settings& settings_;
  memory_budget& memory_;
  solver_call call_;
  std::optional<spliced::reversal> backwards_;  // where it is requested
  std::vector<std::uint64_t> needs_;            // [jobs] bytes at least; empty until somebody asks
  std::uint64_t rows_ = 0;                      // bytes
};

/// The problem's bytes are reserved while it is solved: rows have what is left. `scoring` is what the problem was made
/// with. Throws region_too_large when scores could leave 32 bits (with the bound),
/// not_enough_memory when the memory does not do for the problem and rows, run_stopped, std::logic_error when a path's
/// score is not what the rows promised (a defect).
case_solution solve(const region_problem& region, std::span<const spliced::residue_code> target,
                    const chain_scoring& scoring, const solver_settings& settings, memory_budget& memory,
                    const solver_call& call = {});

}  // namespace exonweave
