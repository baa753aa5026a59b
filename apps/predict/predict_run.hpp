// One run over all cases of predict: with the models and scores of the moment, shown and stoppable.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "exons/run/locus_models.hpp"
#include "predict/placed_run.hpp"

namespace exonweave::apps {

/// What is predicted with, of what was read and requested. Inputs and engine must outlive it. Throws bad_usage.
prediction_options make_prediction_options(const predict_options& options, const placed_run& run,
                                           const run_model& model, const spliced::engine& engine);

/// predict_loci() with progress, called `stage`, that a signal stops: then run_stopped is thrown.
void run_prediction(const std::string& stage, const predict_options& options, const prediction_input& input,
                    prediction_options how, const std::function<void(locus_result&&)>& sink, result_log log = {});

/// choose_locus_models() with progress, that a signal stops: then run_stopped is thrown.
std::vector<std::vector<gene_model>> run_elections(const predict_options& options,
                                                   const std::vector<elective_model>& models,
                                                   const prediction_input& input, prediction_options how);

}  // namespace exonweave::apps
