// What a run has found so far, in a file beside its output, so that a later run goes on where this one was ended, by whatever.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exons/candidates/annotation.hpp"
#include "exons/io/record_log.hpp"
#include "exons/prediction/prediction.hpp"
#include "exons/prediction/run_division.hpp"
#include "exons/search/locus_search.hpp"

namespace exonweave {

/// Something that results depend on, and its value: an option, the checksum of a file.
using run_setting = std::pair<std::string, std::string>;

/// What one round of learning learnt from.
struct lesson_material {
  std::vector<annotated_transcript> confident{};
  std::size_t n_too_large = 0;  // regions that might have had more
};

/// What a journal, a plan or a part holds.
struct run_notes {
  std::optional<std::vector<found_locus>> loci{};  // that a search found; nothing where none had ended
  std::vector<lesson_material> lessons{};          // of each round of learning, in their order
  std::vector<placed_result> results{};    // as they were noted: of two with one place the later one holds
  std::optional<run_division> division{};  // into parts, in a plan
};

/// What a file is to who reads it, for messages.
struct notes_kind {
  std::string name;             // "journal"
  std::string hint_of_another;  // what to do where it is of another run
};

/// The settings in a file that only is read, and what it holds as far as it is whole. Throws bad_data when the file is none of these, or
/// `check` does, with what the settings say; missing_input, io_failure.
run_notes read_notes(const std::string& path, const notes_kind& kind,
                     const std::function<void(const std::vector<run_setting>&)>& check);

/// The bytes of a file that read_notes() reads.
std::string to_file(const std::vector<run_setting>& settings, const run_notes& notes);

/// Throws bad_data with all that differs, those of this run first.
void check_settings(const std::vector<run_setting>& noted, const std::vector<run_setting>& now,
                    const std::string& path, const notes_kind& kind);

class run_journal {
 public:
  /// Of a run with these settings, which are told apart by name. Where it goes on, what stands in the file is kept as far as
  /// it is whole; else the file is begun anew. Throws bad_data with all that differs when the file tells of another run,
  /// cannot_create, io_failure.
  run_journal(std::string path, const std::vector<run_setting>& settings, bool goes_on);

  [[nodiscard]] const std::string& path() const { return log_.path(); }

  /// What was noted before this run, but once. Without what was too large: it may have more memory this time.
  [[nodiscard]] run_notes take_notes() { return std::exchange(before_, {}); }

  void note(const std::vector<found_locus>& loci);
  void note(const lesson_material& lesson);
  /// Any thread.
  void note(std::size_t place, const locus_result& result);

  /// Any thread: nothing more is noted. True the first time.
  bool give_up() { return !is_given_up_.exchange(true); }

  /// Whether anything would be lost with it: what was too large would not.
  [[nodiscard]] bool holds_anything() const { return n_noted_ > 0; }
  /// Whether it was begun anew over what another run had left.
  [[nodiscard]] bool is_over_another() const { return is_over_another_; }
  /// Bytes behind what was whole, which are gone.
  [[nodiscard]] std::uint64_t damaged_bytes() const { return damaged_bytes_; }
  /// Results in the file, but for what was too large.
  [[nodiscard]] std::size_t n_results() const { return n_results_; }

  /// The file goes: all is done.
  void remove() noexcept { log_.remove(); }

 private:
  bool append(const std::string& record);

  record_log log_;
  bool is_begun_ = false;  // the settings stand in the file
  bool is_over_another_ = false;
  std::uint64_t damaged_bytes_ = 0;
  run_notes before_;
  std::atomic<bool> is_given_up_ = false;
  std::atomic<std::size_t> n_noted_ = 0;  // records behind the settings
  std::atomic<std::size_t> n_results_ = 0;
};

}  // namespace exonweave
