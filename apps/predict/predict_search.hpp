// Where `exonweave predict` looks for genes when neither pairs nor hits say it: everywhere, or where a search finds
// something.
#pragma once

#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "cli/run_costs.hpp"
#include "exons/run/prediction.hpp"
#include "predict/placed_run.hpp"
#include "predict/predict_inputs.hpp"
#include "predict/predict_journal.hpp"
#include "runtime_model/run_estimate/run_estimate.hpp"

namespace exonweave::apps {

/// Proteins are aligned on every sequence, without being requested, where a core of a usual machine is expected to take
/// no more seconds than this.
constexpr double max_seconds_everywhere = 2;

/// Whether loci are searched for with these targets and sequences: the same on any machine. Throws bad_usage where it
/// is requested and cannot be done, and where --flank has nothing to widen.
bool must_search(const predict_inputs& inputs);

/// Searches for loci, unless the notes of a run before have them, and notes them. Their cases are those by the first
/// model. With --engine cuda a GPU compares every residue, where that takes less than about a minute.
found_places find_places(const predict_inputs& inputs, progress_notes& notes, report& problems);

/// How many cells there are, and how long they take here, where that is requested with --everywhere; nothing else.
std::string everywhere_text(const predict_inputs& inputs);

// --where exhaustive: places of targets by sweeps over every position of the genome, on the CPU or on GPUs.

/// Refuses --where exhaustive where `what` is done with a run: what its parts are is not known before. Throws
/// bad_usage.
void refuse_bounds(const predict_options& options, const std::string& what);

/// Refuses --where exhaustive with a scoring for which no bounds of chains are known. Throws bad_usage.
void check_bounds(const predict_inputs& inputs);

/// Of all targets of the run on both strands of all sequences.
bound_work work_of_sweeps(const predict_inputs& read);

/// Where sweeps are done, and how long they are expected to take.
struct sweep_plan {
  std::vector<int> devices{};  // none: on the CPU
  double seconds = 0;
};

/// On GPUs with an engine that takes numbers of GPUs, and with auto where that is expected to be faster.
sweep_plan plan_sweeps(const run_rules& rules, const bound_work& work);

/// The places where chains may be worth a model, which take the place of those that the search has found. As
/// plan_sweeps() has it; what hinders GPUs is told to `problems`, and the CPU does the rest. Throws run_stopped.
searched_loci sweep_for_loci(const placed_run& run, const prediction_options& how, report& problems);

}  // namespace exonweave::apps
