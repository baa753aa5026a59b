// The last stages of a run: its cases are aligned, or their results known, and all outputs written.
#pragma once

#include "predict/predict_journal.hpp"
#include "predict/predict_outputs.hpp"
#include "predict/predict_stages.hpp"

namespace exonweave::apps {

/// Plans the run, aligns what `notes` do not know, and writes all outputs, which then appear. Throws what these
/// throw.
void predict_whole(run_context& run, predict_inputs& read, place_selection wanted, predict_outputs& outputs,
                   progress_notes& notes);

}  // namespace exonweave::apps
