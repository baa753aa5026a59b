// One run over all cases of predict: with the models and scores of the moment, shown and stoppable.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "exons/run/locus_models.hpp"
#include "predict/placed_run.hpp"

namespace exonweave::apps {

/// What is predicted with in such a pass. Inputs and engine must outlive it.
prediction_options make_prediction_options(const pass_rules& pass, const placed_run& run, const run_model& model,
                                           const spliced::engine& engine);

/// predict_loci() with progress, called `stage`, that a signal stops: then run_stopped is thrown.
void run_prediction(const std::string& stage, const prediction_input& input, prediction_options how, bool is_quiet,
                    const std::function<void(locus_result&&)>& sink, result_log log = {});

/// choose_locus_models() with progress, that a signal stops: then run_stopped is thrown.
std::vector<std::vector<gene_model>> run_elections(const std::vector<elective_model>& models,
                                                   const prediction_input& input, prediction_options how,
                                                   bool is_quiet);

}  // namespace exonweave::apps
