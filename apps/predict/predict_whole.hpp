// The last stages of a run: its cases are aligned, or their results known, and all outputs written.
#pragma once

#include "predict/predict_closing.hpp"
#include "predict/predict_journal.hpp"
#include "predict/predict_outputs.hpp"
#include "predict/predict_stages.hpp"

namespace exonweave::apps {

/// Plans the run, aligns what `notes` do not know, and writes all outputs, which then appear. Throws what these
/// throw. Returns what came of it.
predict_outcome predict_whole(run_context& run, const predict_inputs& inputs, place_selection requested,
                              predict_outputs& outputs, progress_notes& notes);

/// The last line of a run, unless it is quiet.
void print_outcome(const run_context& run, const predict_outcome& outcome);

/// The same of a whole run that goes on from its journal, or leaves one where it ends too early, as the options say.
predict_outcome predict_with_journal(run_context& run, const predict_inputs& read, predict_outputs& outputs);

/// A run of its own, from its checks to its last line. Throws what its stages throw.
void predict(const predict_options& options);

}  // namespace exonweave::apps
