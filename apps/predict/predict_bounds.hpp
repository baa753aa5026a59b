// --where exhaustive: places of targets by sweeps over every position of the genome, on the CPU or on GPUs.
#pragma once

#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "cli/run_costs.hpp"
#include "exons/run/prediction.hpp"
#include "predict/placed_run.hpp"
#include "runtime_model/run_estimate/run_estimate.hpp"

namespace exonweave::apps {

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

/// On GPUs with an engine that takes --devices, and with auto where that is expected to be faster.
sweep_plan plan_sweeps(const run_rules& rules, const bound_work& work);

/// The places where chains may be worth a model, which take the place of those that the search has found. As
/// plan_sweeps() has it; what hinders GPUs is told to `problems`, and the CPU does the rest. Throws run_stopped.
std::vector<found_locus> sweep_for_loci(const placed_run& run, const prediction_options& how, report& problems);

}  // namespace exonweave::apps
