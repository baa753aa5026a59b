// How long results of a run will take, before any of them is worked out: to divide a run into parts of about one
// duration, and to tell how long it lasts.
#pragma once

#include <span>
#include <vector>

#include "exons/run/planner.hpp"
#include "exons/run/prediction.hpp"
#include "runtime_model/memory/run_memory.hpp"
#include "runtime_model/times/expected_sizes.hpp"
#include "spliced/costs/cost_model.hpp"

namespace exonweave {

/// How cost models call work on targets of a kind. Blocks next to candidates count as blocks.
constexpr spliced::work_kind work_kind_of(molecule targets, block_mode blocks) {
  using enum spliced::work_kind;
  if (targets == molecule::protein) return blocks == block_mode::off ? protein_on_candidates : protein_on_blocks;
  return blocks == block_mode::off ? cdna_on_candidates : cdna_on_blocks;
}

/// What a result will take.
struct expected_work {
  spliced::by_cost_unit costs{};
  result_memory memory{};  // while it is worked out
  time_units paper{};      // Eq. 3 to 5, of all strands that are tried; ORF exons are not in it
};

/// [requested] what each takes, with the engine of `options`. `requested` are targets as split_by_target has them, in
/// their order, or some of them; the making of a problem that targets of one region share counts for the first of them.
///
/// Nothing is aligned. Problems of a few regions are made, and counted exactly; where there are more of them, or they
/// are large, their sizes are estimated by the others: from the length that is read, and how many candidates and nt of
/// candidates lie there. Which ones are made depends on `requested` alone. A problem that does not fit in the memory of
/// `options` is estimated too. A best chain is expected to be read on one of the strands that a target is tried on, or
/// on one of all the whole sequences where it is tried everywhere; where any chain is a model, on each. Throws what
/// region_problem throws of other things than memory, and what genome::fetch throws.
std::vector<expected_work> expect_work(const prediction_input& input, const prediction_options& options,
                                       std::span<const locus_target> requested, const size_sample& sample = {});

/// [work] seconds on one thread.
std::vector<double> expected_seconds(std::span<const expected_work> work, const spliced::cost_model& model);

}  // namespace exonweave
