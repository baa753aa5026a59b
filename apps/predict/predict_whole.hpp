// The last stages of a run: its cases are aligned, or their results known, and all outputs written.
#pragma once

#include "predict/predict_journal.hpp"
#include "predict/predict_outputs.hpp"
#include "predict/predict_session.hpp"

namespace exonweave::apps {

/// Prepares the session, aligns what `notes` do not know, and writes all outputs, which then appear. Throws what these
/// throw.
void predict_whole(predict_session& session, predict_outputs& outputs, progress_notes& notes);

}  // namespace exonweave::apps
