// The splice model of a run of predict, learnt from the run's own genes before the models that are written.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "exons/run/self_training.hpp"
#include "predict/placed_run.hpp"
#include "predict/predict_journal.hpp"
#include "spliced/costs/cost_model.hpp"

namespace exonweave::apps {

/// Passes that learn before the last one.
std::size_t training_rounds(const scoring_requests& requested, const predict_inputs& read);

/// Refuses --self-training and --model-out where nothing can be learnt, --splice-model self without. Throws bad_usage.
void check_training(const predict_options& options, const predict_inputs& read);

/// What a run scores with in the end, and how it came to that.
struct learnt_model {
  run_model model;                       // the first one where there are no rounds
  std::vector<training_round> rounds{};  // the last one is of the model
  spliced::by_cost_unit costs{};         // of what this run itself has aligned to learn
};

/// Learns, round by round, as the inputs' rules say; a round that changes nothing is the last. What a run
/// before has learnt from is taken from its notes. Warns of what was too large to learn from.
learnt_model train(const placed_run& run, const spliced::engine& engine, progress_notes& notes, report& problems);

/// What was learnt, in a line for people.
std::string training_text(const std::vector<training_round>& rounds);

/// The file of --model-out.
std::string model_text(const learnt_model& learnt);

/// For the summary; null where nothing was to be learnt.
nlohmann::ordered_json training_entry(const std::vector<training_round>& rounds);

}  // namespace exonweave::apps
