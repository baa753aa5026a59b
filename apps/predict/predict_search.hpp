// Where `exonweave predict` looks for genes when neither pairs nor hits say it: everywhere, or where a search finds
// something.
#pragma once

#include <string>

#include "base/files/report.hpp"
#include "predict/placed_run.hpp"
#include "predict/predict_inputs.hpp"
#include "predict/predict_journal.hpp"

namespace exonweave::apps {

/// More cells than this, of one pass over every target on every sequence, are not aligned without being asked for: a
/// core does so many in a few seconds.
constexpr double most_cells_everywhere = 2e10;

/// Whether loci are searched for with these targets and sequences. Throws bad_usage where it is asked for and cannot be
/// done, and where --flank has nothing to widen.
bool must_search(const predict_options& options, const predict_inputs& inputs);

/// By what rules loci are searched for.
search_rules search_rules_of(const predict_options& options, const scoring_options& scoring);

/// Searches for loci, unless the notes of a run before have them, and notes them. Their cases are those by the first
/// model.
found_places find_places(const predict_options& options, const predict_inputs& inputs, progress_notes& notes);

/// How many cells there are, and how long they take, where that is asked for with --everywhere; nothing else.
std::string everywhere_text(const predict_options& options, const predict_inputs& inputs);

}  // namespace exonweave::apps
