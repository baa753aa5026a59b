#include "predict_results.hpp"

#include <utility>

namespace exonweave::apps {
namespace {

std::vector<std::size_t> sequences_of(const std::vector<alignment_case>& cases) {
  std::vector<std::size_t> sequences;
  for (const alignment_case& each : cases)
    if (sequences.empty() || sequences.back() != each.sequence) sequences.push_back(each.sequence);
  return sequences;
}

}  // namespace

predict_results::predict_results(const predict_options& options, const prediction_input& input,
                                 const spliced::substitution_matrix& scores, score_unit unit,
                                 predict_outputs& outputs)
    : input_(input),
      outputs_(outputs),
      kept_{
          unplaced_results(!options.data.pairs.empty()), {}, summary_results(outputs.wants_summary(), unit)},
      listings_(sequences_of(*input.cases), input.sequences->catalog(), *input.targets, options.style, unit,
                [this, &scores](const model_listing& models) { outputs_.write_models(models, scores); }) {}

void predict_results::add(locus_result&& result) {
  if (sequence_ && *sequence_ != result.of.sequence) listings_.finish(*sequence_);
  sequence_ = result.of.sequence;
  kept_.unplaced.add(result);
  kept_.summary.add(result, input_);
  if (result.models.empty()) return;
  if (outputs_.wants_locus_models()) kept_.elective.push_back(*elective_model_of(result));
  listings_.add(std::move(result.models));
}

void predict_results::finish() {
  if (sequence_) listings_.finish(*sequence_);
}

}  // namespace exonweave::apps
