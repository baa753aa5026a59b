// The journal of `exonweave predict`: when there is one, what its run is told by, and what becomes of it.
#pragma once

#include <memory>

#include "exons/journal/run_journal.hpp"
#include "predict_input_files.hpp"

namespace exonweave::apps {

/// Whether what was found is kept for --resume: where --journal or --resume says so, else where --out is a file and the run long enough
/// for it. Throws bad_usage where --resume has nothing to go on from.
bool wants_journal(const predict_options& options, const predict_inputs& read);

/// Where it is wanted. A journal that nobody asked for and that cannot be made is none, with a warning. Throws bad_data when it tells of
/// another run, cannot_create, bad_usage when an input is a pipe.
std::unique_ptr<run_journal> open_journal(const predict_options& options, const predict_inputs& read,
                                          const std::vector<input_file>& inputs, report& problems);

/// The results that a journal (or null) holds, and where to note more.
result_log log_of(run_journal* journal);

/// Within a catch block: the file stays where a run may go on from it, and that is told. `journal` may be null.
void leave_journal(const predict_options& options, run_journal* journal);

}  // namespace exonweave::apps
