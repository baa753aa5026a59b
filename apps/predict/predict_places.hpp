// The cases that a search for loci leads to: those that are aligned, and those that are learnt from.
#pragma once

#include <vector>

#include "predict/placed_run.hpp"

namespace exonweave::apps {

/// Makes cases of loci, with flanks by what introns cost in `model` (flank_by_law). What --flank says is taken as it
/// is. Chains that score less than --min-loci-score of the best one of a locus are expected to be no genes.
found_places make_places(const predict_options& options, const predict_inputs& inputs, const run_model& model,
                         searched_loci found);

/// What is aligned to learn from: some cases, or where loci were searched for the best one of each of some targets, in
/// narrower regions.
struct training_places {
  std::vector<alignment_task> cases{};
  std::vector<expected_chain> chains{};  // [cases] what a search has found there; empty: nothing did

  /// Of these cases alone; this must outlive it.
  [[nodiscard]] prediction_input input_of(const placed_run& run) const;
};
training_places places_to_learn_from(const predict_options& options, const placed_run& run);

}  // namespace exonweave::apps
