// How long a run will take, for who chooses its engine or waits for it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "predict/predict_stages.hpp"
#include "predict/predict_summary.hpp"

namespace exonweave::apps {

/// Of all results that are requested, on the threads of the run. Looks at graphs of some regions, once; asks no GPU.
/// `placed` must outlive it.
engine_seconds expected_run_seconds(const placed_run& placed);

/// Seconds of stages of a run that is over, as prices of work say: of the search, unless what it found was known, of
/// what was aligned, to learn and in the end, unless a run before had a part in it, and of the gene model, if any, that
/// was used.
std::vector<std::pair<std::string, double>> predicted_stages(const planned_run& plan, const summary_results& results,
                                                             const own_gene_model& model);

/// [places of results] microseconds that each that is not known yet will take, at least 1. Empty where the run is so
/// short that nobody will read how far it is, or has so many results that it would take long to tell.
std::vector<std::uint64_t> expected_progress(const planned_run& plan, const result_log& log);

}  // namespace exonweave::apps
