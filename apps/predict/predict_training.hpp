// The splice model of a run of predict, learnt from the run's own genes before the models that are written.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "exons/run/self_training.hpp"
#include "predict/predict_inputs.hpp"
#include "predict/predict_journal.hpp"

namespace exonweave::apps {

/// Passes that learn before the last one.
std::size_t training_rounds(const predict_options& options, const predict_inputs& read);

/// Refuses --self-training and --model-out where nothing can be learnt, --splice-model self without. Throws bad_usage.
void check_training(const predict_options& options, const predict_inputs& read);

/// Targets that are learnt from at most, where loci were searched for.
constexpr std::size_t most_training_genes = 300;

/// What is aligned to learn from: some cases, or where loci were searched for the best one of each of some targets.
std::vector<alignment_case> cases_to_learn_from(predict_inputs& read);

/// As `options`, but that what is learnt depends on no floor for the models that are written.
predict_options for_learning(predict_options options);

/// Learns, round by round, and puts the splice model and what introns cost into `read`. One training_round for each; a
/// round that changes nothing is the last. What a run before has learnt from is taken from its notes. Warns of what was
/// too large to learn from.
std::vector<training_round> train(const predict_options& options, predict_inputs& read, const spliced::engine& engine,
                                  progress_notes& notes, report& problems);

/// What was learnt, in a line for people.
std::string training_text(const std::vector<training_round>& rounds);

/// The file of --model-out.
std::string model_text(const training_round& last);
/// The same of a run that learnt nothing.
std::string model_text(const splice_model& given);

/// For the summary; null where nothing was to be learnt.
nlohmann::ordered_json training_entry(const std::vector<training_round>& rounds);

}  // namespace exonweave::apps
