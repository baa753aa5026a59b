#include "predict/predict_places.hpp"

#include <cstdint>
#include <utility>

#include "exons/loci/locus_cases.hpp"
#include "exons/loci/shared_regions.hpp"
#include "exons/run/expected_chains.hpp"
#include "exons/run/self_training.hpp"

namespace exonweave::apps {

prediction_input training_places::input_of(const placed_run& run) const {
  prediction_input input = run.whole_input();
  input.cases = &cases;
  input.chains = chains.empty() ? nullptr : &chains;
  return input;
}

training_places places_to_learn_from(const predict_options& options, const placed_run& run) {
  const sequence_catalog& sequences = run.inputs.sequences.catalog();
  const target_set& targets = run.inputs.targets;
  prediction_input input = run.whole_input();
  const auto loci = run.found ? loci_to_learn_from(run.found->loci, targets, sequences) : std::vector<found_locus>();
  if (loci.empty()) return {sample_cases(input), {}};
  const auto cases = cases_of(loci);
  input.cases = &cases;
  training_places places{sample_cases(input, {.fewest_results = 0, .fewest_targets = max_training_genes}), {}};
  places.chains = expected_chains(loci, places.cases, targets, options.places.min_loci_score);
  return places;
}

found_places make_places(const predict_options& options, const predict_inputs& inputs, const run_model& model,
                         searched_loci found) {
  const std::int64_t flank = options.data.flank              ? widest_flank
                             : model.scoring.max_intron == 0 ? usual_flank
                                                             : flank_by_law(model.scoring.introns, inputs.unit());
  const auto loci = with_shared_regions(with_place(found.loci), flank);
  found_places made{std::move(found)};
  made.cases = cases_of(loci);
  made.chains = expected_chains(loci, made.cases, inputs.targets, options.places.min_loci_score);
  return made;
}

}  // namespace exonweave::apps
