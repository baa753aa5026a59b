// --where exhaustive: places of targets by sweeps over every position of the genome, on the CPU or on GPUs.
#pragma once

#include <string>

#include "exons/io/report.hpp"
#include "exons/prediction/prediction.hpp"
#include "predict_inputs.hpp"

namespace exonweave::apps {

/// Refuses --where exhaustive where `what` is done with a run: how long it takes, and what its parts are, is not known before. Throws
/// bad_usage.
void refuse_bounds(const predict_options& options, const std::string& what);

/// Refuses --where exhaustive with a scoring for which no bounds of chains are known. Throws bad_usage.
void check_bounds(const predict_options& options, const scoring_options& scoring);

/// Takes the cases of the places where chains may be worth a model, in place of those that the search has found. On GPUs with --engine cuda, and
/// with auto where there are any and the sweeps would take long without; what hinders them to begin is told to
/// `problems` then. Throws run_stopped, and
/// what devices throw.
void take_places_by_bounds(const predict_options& options, predict_inputs& read,
                           const prediction_options& how, report& problems);

}  // namespace exonweave::apps
