// A run of predict whose places are known: what is aligned where, before anybody says by which engine and model.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "exons/run/prediction.hpp"
#include "predict/find_loci.hpp"
#include "predict/predict_inputs.hpp"
#include "spliced/costs/cost_model.hpp"

namespace exonweave::apps {

/// A plan that divides a run into parts.
struct dividing_plan {
  std::string path;
  std::size_t n_places = 0;
};

/// What is done here of all that there is to do.
struct run_share {
  place_selection selection{};
  std::optional<dividing_plan> plan{};  // nothing: the run is whole
};

/// What a search for loci has found, and the cases that are made of it.
struct found_places : searched_loci {
  std::vector<alignment_task> cases{};   // of the loci, as wide as introns are
  std::vector<expected_chain> chains{};  // [cases] what was found there
};

/// The places of the inputs: none where loci are searched for.
known_places given_places(const predict_inputs& inputs);

struct placed_run {
  const predict_inputs& inputs;
  spliced::work_kind kind{};  // as cost models call it
  run_share share{};
  std::optional<found_places> found{};  // where loci are searched for

  [[nodiscard]] const std::vector<alignment_task>& cases() const { return found ? found->cases : *inputs.cases; }
  [[nodiscard]] known_places places() const;
  [[nodiscard]] prediction_input input() const;
};

// The cases that a search for loci leads to: those that are aligned, and those that are learnt from.

/// Makes cases of loci, with flanks by what introns cost in `model` (flank_by_law). What --flank says is taken as it
/// is. Chains that score less than --min-loci-score of the best one of a locus are expected to be no genes.
found_places make_places(const predict_inputs& inputs, const run_model& model, searched_loci found);

/// What is aligned to learn from: some cases, or where loci were searched for the best one of each of some targets, in
/// narrower regions.
struct training_places {
  std::vector<alignment_task> cases{};
  std::vector<expected_chain> chains{};  // [cases] what a search has found there; empty: nothing did

  /// Of these cases alone; this must outlive it.
  [[nodiscard]] prediction_input input_of(const placed_run& run) const;
};
training_places places_to_learn_from(const placed_run& run);

}  // namespace exonweave::apps
