// What a run has found so far, in a file beside its output, so that a later run goes on where this one was ended, by whatever.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exons/candidates/annotation.hpp"
#include "exons/io/record_log.hpp"
#include "exons/prediction/prediction.hpp"
#include "exons/search/locus_search.hpp"

namespace exonweave {

/// Something that results depend on, and its value: an option, the checksum of a file.
using run_setting = std::pair<std::string, std::string>;

/// What one round of learning learnt from.
struct lesson_material {
  std::vector<annotated_transcript> confident{};
  std::size_t n_too_large = 0;  // regions that might have had more
};

class run_journal {
 public:
  /// Of a run with these settings, which are told apart by name. Where it goes on, what stands in the file is kept as far as
  /// it is whole; else the file is begun anew. Throws bad_data with all that differs when the file tells of another run,
  /// cannot_create, io_failure.
  run_journal(std::string path, const std::vector<run_setting>& settings, bool goes_on);

  [[nodiscard]] const std::string& path() const { return log_.path(); }

  /// Those that a search found; nothing where none had ended. But once.
  [[nodiscard]] std::optional<std::vector<found_locus>> take_loci() { return std::exchange(loci_, {}); }
  /// What each round of learning learnt from, in the order of the rounds. But once.
  [[nodiscard]] std::vector<lesson_material> take_lessons() { return std::exchange(lessons_, {}); }
  /// What was noted before this run, by place; but once.
  [[nodiscard]] std::vector<placed_result> take_results() { return std::exchange(results_, {}); }

  void note(const std::vector<found_locus>& loci);
  void note(const lesson_material& lesson);
  /// Any thread. What was too large is not kept: it may have more memory the next time.
  void note(std::size_t place, const locus_result& result);

  /// Any thread: nothing more is noted. True the first time.
  bool give_up() { return !is_given_up_.exchange(true); }

  /// Whether anything would be lost with it.
  [[nodiscard]] bool holds_anything() const { return n_noted_ > 0; }
  /// Whether it was begun anew over what another run had left.
  [[nodiscard]] bool is_over_another() const { return is_over_another_; }
  /// Bytes behind what was whole, which are gone.
  [[nodiscard]] std::uint64_t damaged_bytes() const { return damaged_bytes_; }
  /// Results in the file.
  [[nodiscard]] std::size_t n_results() const { return n_results_; }

  /// The file goes: all is done.
  void remove() noexcept { log_.remove(); }

 private:
  bool append(const std::string& record);
  void read(std::string&& record, const std::vector<run_setting>& settings);

  record_log log_;
  bool is_begun_ = false;  // the settings stand in the file
  bool is_over_another_ = false;
  std::uint64_t damaged_bytes_ = 0;
  std::optional<std::vector<found_locus>> loci_;
  std::vector<lesson_material> lessons_;
  std::vector<placed_result> results_;
  std::atomic<bool> is_given_up_ = false;
  std::atomic<std::size_t> n_noted_ = 0;  // records behind the settings
  std::atomic<std::size_t> n_results_ = 0;
};

}  // namespace exonweave
