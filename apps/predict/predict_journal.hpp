// The journal of `exonweave predict`: when there is one, what its run is recognised by, and what becomes of it.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "exons/run/run_journal.hpp"
#include "predict/predict_inputs.hpp"

namespace exonweave::apps {

/// A run of more cells is long: a core does so many in ten seconds or more.
constexpr double max_cells_without_journal = 2e10;

/// What the results of a run depend on: the program, the inputs, and options. `files` are its inputs, none of them a
/// pipe.
std::vector<run_setting> settings_of(const predict_options& options, const predict_inputs& read,
                                     const std::vector<input_file>& files);

/// As that of journaled_run.hpp: a run is long that searches for loci or has many cells.
bool wants_journal(const predict_options& options, const predict_inputs& read);

/// What notes of a run with these inputs speak of. `read` must outlive it.
noted_inputs inputs_of_notes(const predict_inputs& read);

/// What the journal of a run before holds, but once. Throws bad_data when that cannot be of these inputs.
run_notes take_notes(run_journal& journal, const predict_inputs& read);

/// What is known of a run before, and what it notes as it goes, where it has a journal. One that nobody requested and
/// that cannot be written any more is given up with a warning; else that is io_failure.
class progress_notes {
 public:
  /// `journal` is where to note, `copy` where loci and rounds of learning are kept besides; null: nowhere.
  progress_notes(const long_run_options& options, run_notes known, run_journal* journal, run_notes* copy = nullptr)
      : options_(options), known_(std::move(known)), journal_(journal), copy_(copy) {}
  /// Nothing is known, and nothing noted.
  progress_notes() : progress_notes({}, {}, nullptr) {}

  /// Each but once.
  [[nodiscard]] std::optional<std::vector<found_locus>> take_loci() { return std::exchange(known_.loci, {}); }
  [[nodiscard]] std::vector<training_material> take_rounds() { return std::exchange(known_.rounds, {}); }
  /// The results that are known, and where to note more. Must not outlive this.
  [[nodiscard]] result_log take_log();

  void note(const std::vector<found_locus>& loci) const;
  void note(const training_material& round) const;

 private:
  template <class... What>
  void try_to_note(const What&... what) const;

  long_run_options options_;
  run_notes known_;
  run_journal* journal_;
  run_notes* copy_;
};

}  // namespace exonweave::apps
