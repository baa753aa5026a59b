#include "predict/placed_run.hpp"

#include <cstdint>
#include <utility>

#include "exons/loci/locus_cases.hpp"
#include "exons/loci/shared_regions.hpp"
#include "exons/run/expected_chains.hpp"
#include "exons/run/self_training.hpp"

namespace exonweave::apps {

known_places given_places(const predict_inputs& inputs) {
  if (inputs.cases) return {.cases = *inputs.cases};
  return {};
}

known_places placed_run::places() const {
  if (found) return {found->cases, found->loci, found->chains};
  return given_places(inputs);
}

prediction_input placed_run::input() const {
  prediction_input made{inputs.sequences, inputs.candidates, inputs.targets, cases()};
  made.selection = share.selection;
  if (!found) return made;
  made.n_places = count_places(inputs.sequences.catalog());
  made.chains = found->chains;
  return made;
}

prediction_input training_places::input_of(const placed_run& run) const {
  prediction_input input = run.input();
  input.cases = cases;
  input.chains = chains;
  input.selection = {};
  return input;
}

training_places places_to_learn_from(const placed_run& run) {
  const sequence_catalog& sequences = run.inputs.sequences.catalog();
  const target_set& targets = run.inputs.targets;
  prediction_input input = run.input();
  const auto loci = run.found ? loci_to_learn_from(run.found->loci, targets, sequences) : std::vector<found_locus>();
  if (loci.empty()) return {sample_cases(input), {}};
  const auto cases = cases_of(loci);
  input.cases = cases;
  training_places places{sample_cases(input, {.fewest_results = 0, .fewest_targets = max_training_genes}), {}};
  places.chains = expected_chains(loci, places.cases, targets, run.inputs.rules.min_loci_score);
  return places;
}

found_places make_places(const predict_inputs& inputs, const run_model& model, searched_loci found) {
  const std::int64_t flank = inputs.rules.search.flank       ? widest_flank
                             : model.scoring.max_intron == 0 ? usual_flank
                                                             : flank_by_law(model.scoring.introns, inputs.unit());
  const auto loci = with_shared_regions(with_place(found.loci), flank);
  found_places made{std::move(found)};
  made.cases = cases_of(loci);
  made.chains = expected_chains(loci, made.cases, inputs.targets, inputs.rules.min_loci_score);
  return made;
}

}  // namespace exonweave::apps
