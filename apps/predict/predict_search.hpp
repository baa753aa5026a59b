// Where `exonweave predict` looks for genes when neither pairs nor hits say it: everywhere, or where a search finds
// something.
#pragma once

#include <string>

#include "base/files/report.hpp"
#include "cli/run_costs.hpp"
#include "predict/placed_run.hpp"
#include "predict/predict_inputs.hpp"
#include "predict/predict_journal.hpp"

namespace exonweave::apps {

/// Proteins are aligned on every sequence, without being requested, where a core of a usual machine is expected to take
/// no more seconds than this.
constexpr double max_seconds_everywhere = 2;

/// Whether loci are searched for with these targets and sequences: the same on any machine. Throws bad_usage where it
/// is requested and cannot be done, and where --flank has nothing to widen.
bool must_search(const predict_inputs& inputs);

/// Searches for loci, unless the notes of a run before have them, and notes them. Their cases are those by the first
/// model.
found_places find_places(const predict_inputs& inputs, progress_notes& notes);

/// How many cells there are, and how long they take here, where that is requested with --everywhere; nothing else.
std::string everywhere_text(const predict_inputs& inputs);

}  // namespace exonweave::apps
