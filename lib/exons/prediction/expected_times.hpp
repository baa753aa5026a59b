// How long results of a run will take, before any of them is worked out: to divide a run into parts of about one duration, and
// to tell how long it lasts.
#pragma once

#include <span>
#include <vector>

#include "exons/prediction/planner.hpp"
#include "exons/prediction/prediction.hpp"
#include "spliced/planning/cost_model.hpp"
#include "spliced/planning/default_costs.hpp"

namespace exonweave {

/// How the letters of targets of a kind are called by cost models.
constexpr spliced::target_letters target_letters_of(molecule of) {
  return of == molecule::protein ? spliced::target_letters::amino_acids
                                 : spliced::target_letters::nucleotides;
}

/// Of the engine of `options`, for targets of that kind: spliced::default_cost_model.
const spliced::cost_model& usual_cost_model(const prediction_options& options, molecule of);

/// [wanted] what each takes, for cost_model::predict. `wanted` are targets as split_by_target has them, in their order, or some of them;
/// the making of a problem that targets of one region share counts for the first of them.
///
/// Nothing is aligned. Problems of a few regions are made, and counted exactly; where there are more of them, or they are large,
/// their sizes are estimated by the others: from the length that is read, and how many candidates and nt of candidates lie there.
/// Which ones are made depends on `wanted` alone. A problem that does not fit in the memory of `options` is estimated too.
/// A best chain is expected to be read on one of the strands that a target is tried on, or on one of all the whole sequences
/// where it is tried everywhere; where any chain is a model, on each.
/// Throws what region_problem throws of other things than memory, and what genome::fetch throws.
std::vector<spliced::by_cost_unit> expected_costs(const prediction_input& input,
                                                  const prediction_options& options,
                                                  std::span<const locus_target> wanted);

/// [costs] seconds on one thread.
std::vector<double> expected_seconds(std::span<const spliced::by_cost_unit> costs,
                                     const spliced::cost_model& model);

}  // namespace exonweave
