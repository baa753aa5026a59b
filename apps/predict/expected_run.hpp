// How long a run will take, for who chooses its engine or waits for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "predict/predict_inputs.hpp"
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

// How long a search for loci will take.

/// Of all targets of the run, where those of the inputs were looked for once more in so many nt.
spliced::by_cost_unit expected_search_work(const predict_inputs& inputs, std::uint64_t n_window_bases);

/// With some of the targets in place of all, where the search for their loci would take long.
predict_inputs with_few_searched(predict_inputs inputs);

// How long the gene model of a run will take, or should have taken.

/// So many parses of the whole genome by the gene model that the options ask for: one by that of a file, two by one
/// that the run learns. Nobody knows before whether --gene-model auto will use it: it is expected to where as many
/// targets have cases, all of the run, as it needs genes to learn from (fewest_model_genes).
std::size_t expected_parses(const planned_run& plan);

struct gene_model_times {
  spliced::by_cost_unit work{};
  double thread_seconds = 0;
  std::size_t n_pieces = 1;  // of the genome: the threads that count
};

gene_model_times gene_model_times_of(const predict_inputs& inputs, std::size_t n_parses);

}  // namespace exonweave::apps
