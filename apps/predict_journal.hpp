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

/// What a run notes as it goes, where it has a journal. One that nobody asked for and that cannot be written any more is given up
/// with a warning; else that is io_failure.
class progress_notes {
 public:
  progress_notes(const predict_options& options, run_journal* journal)
      : options_(options), journal_(journal) {}

  /// What a run before has noted; nothing without a journal.
  [[nodiscard]] std::optional<std::vector<found_locus>> take_loci() const;
  [[nodiscard]] std::vector<lesson_material> take_lessons() const;
  /// The results that are known, and where to note more. Must not outlive this.
  [[nodiscard]] result_log log() const;

  void note(const std::vector<found_locus>& loci) const;
  void note(const lesson_material& lesson) const;

 private:
  template <class... What>
  void try_to_note(const What&... what) const;

  const predict_options& options_;
  run_journal* journal_;
};

/// Within a catch block: the file stays where it holds anything that a run may go on from, and that is told. `journal` may be null.
void leave_journal(const predict_options& options, run_journal* journal);

}  // namespace exonweave::apps
