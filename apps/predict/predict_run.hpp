// One run over all cases of predict: with the models and scores of the moment, shown and stoppable.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
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

// E-values of a run of predict: where there are any, and what they are worked out from.

/// Refuses --max-evalue where there are none. Throws bad_usage.
void check_max_e_value(const predict_options& options, const predict_inputs& read);

/// Refuses --min-support where models of loci have no support. Throws bad_usage.
void check_min_support(const predict_options& options, const predict_inputs& read);

/// `how` with what scores are by chance with the scoring and base composition of the run, as known or else by
/// simulation, and the largest E-value of a model: --max-evalue or the usual one, in place of the usual least score;
/// neither next to --min-score. The same where there are no E-values. Throws bad_usage for --max-evalue with a scoring
/// that chance finds hardly any chain with.
prediction_options with_significance(const pass_rules& pass, const placed_run& run, const scoring_options& scoring,
                                     prediction_options how);

/// For the summary, lambda by written scores; null without E-values.
nlohmann::ordered_json significance_entry(const prediction_options& how, score_unit unit);

}  // namespace exonweave::apps
