// Whether what a journal, a plan or a part says can be of this run: its checksums are right and its settings are those
// of the run, but another program may have made it. Whoever gets the notes reads them without another look.
#pragma once

#include <string>

#include "exons/run/run_journal.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

/// What notes speak of.
struct noted_inputs {
  const sequence_catalog& sequences;
  const target_set& targets;
  std::size_t n_sources = 0;  // candidate files
};

/// Throws bad_data, naming the file, where notes contradict the inputs or themselves. Whether the results and the
/// division have the places of the run is not known here: predict_loci() leaves out results that have not, and the
/// division's number of places is for the caller to look at.
void check_notes(const run_notes& notes, const noted_inputs& inputs, const std::string& path, const notes_kind& kind);

}  // namespace exonweave
