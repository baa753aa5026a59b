// What a run of predict has found so far, in a file next to its output, so that a later run goes on where this one was
// ended, by whatever.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/journal/journal_file.hpp"
#include "exons/candidates/annotation.hpp"
#include "exons/loci/locus_search.hpp"
#include "exons/run/planner.hpp"
#include "exons/run/prediction.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

/// What one round of learning learnt from.
struct training_material {
  std::vector<annotated_transcript> confident{};
  std::size_t n_too_large = 0;  // regions that might have had more
};

/// An option of a command line, by its long name; without values a flag.
using noted_option = std::pair<std::string, std::vector<std::string>>;

/// What a journal, a plan or a part holds.
struct run_notes {
  std::optional<std::vector<found_locus>> loci{};  // that a search found; nothing where none had ended
  std::vector<training_material> rounds{};         // of each round of learning, in their order
  std::vector<placed_result> results{};            // as they were noted: of two with one place the later one holds
  std::optional<run_division> division{};          // into parts, in a plan
  std::vector<noted_option> options{};             // of the run, in a plan
};

/// The settings in a file that only is read, and what it holds as far as it is whole. Throws bad_data when the file is
/// none of these, or `check` does, with what the settings say; missing_input, io_failure.
run_notes read_notes(const std::string& path, const notes_kind& kind,
                     const std::function<void(const std::vector<run_setting>&)>& check);

/// The bytes of a file that read_notes() reads.
std::string to_file(const std::vector<run_setting>& settings, const run_notes& notes);

/// Its results are those of targets on regions, but for what was too large: nothing would be lost with that.
class run_journal : public journal_file {
 public:
  /// As journal_file.
  run_journal(std::string path, const std::vector<run_setting>& settings, bool goes_on);

  /// What was noted before this run, but once. Without what was too large: it may have more memory this time.
  [[nodiscard]] run_notes take_notes() { return std::exchange(before_, {}); }

  void note(const std::vector<found_locus>& loci);
  void note(const training_material& round);
  /// Any thread.
  void note(std::size_t place, const locus_result& result);

 private:
  run_notes before_;
};

// Whether what a journal, a plan or a part says can be of this run: its checksums are right and its settings are those
// of the run, but another program may have made it. Whoever gets the notes reads them without another look.

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
