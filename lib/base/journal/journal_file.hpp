// What the journals of all kinds of runs have in common: a file next to a run's output, with the settings that its
// results depend on, then records of what it has found.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/record_log.hpp"

namespace exonweave {

/// Something that results depend on, and its value: an option, the checksum of a file.
using run_setting = std::pair<std::string, std::string>;

/// What a file is to who reads it, for messages.
struct notes_kind {
  std::string name;             // "journal"
  std::string hint_of_another;  // what to do where it is of another run
};

/// Throws bad_data with all that differs, those of this run first.
void check_settings(const std::vector<run_setting>& noted, const std::vector<run_setting>& now, const std::string& path,
                    const notes_kind& kind);

/// Throws bad_data: the file was written by no run, since it says `what`.
[[noreturn]] void refuse_notes(const std::string& path, const notes_kind& kind, const std::string& what);

/// The settings of a file, which its first record has. Throws bad_data where that is another.
std::vector<run_setting> read_settings(std::string_view record, const std::string& path, const notes_kind& kind);

/// As messages call a journal that a run goes on with.
const notes_kind& journal_kind();

class journal_file {
 public:
  /// Of a run with these settings, which are distinguished apart by name. Where it goes on, what stands in the file is
  /// kept as far as it is whole; else the file is restarted. One that cannot be begun leaves no file. Throws bad_data
  /// with all that differs when the file reports of another run, or was written by none, foreign_file where it is no
  /// journal, cannot_create, io_failure.
  journal_file(std::string path, const std::vector<run_setting>& settings, bool goes_on);

  [[nodiscard]] const std::string& path() const { return log_.path(); }

  /// Any thread: nothing more is noted. True the first time.
  bool give_up() { return !is_given_up_.exchange(true); }

  /// Whether anything would be lost with it.
  [[nodiscard]] bool holds_anything() const { return n_noted_ > 0; }
  /// Whether it was restarted over what another run had left.
  [[nodiscard]] bool is_over_another() const { return is_over_another_; }
  /// Whether zeros were in its place, as a power cut leaves them: it was restarted.
  [[nodiscard]] bool began_with_zeros() const { return log_.began_with_zeros(); }
  /// Bytes after what was whole, which are gone.
  [[nodiscard]] std::uint64_t damaged_bytes() const { return damaged_bytes_; }
  /// Results in the file.
  [[nodiscard]] std::size_t n_results() const { return n_results_; }

  /// What was noted is on the disk. Throws io_failure.
  void sync() { log_.sync(); }

  /// The file goes: all is done.
  void remove() noexcept { log_.remove(); }

 protected:
  ~journal_file() = default;

  /// Hands on the records after the settings, as they were found, but once. Throws bad_data where `receive` throws
  /// damaged_record.
  void take_records(const std::function<void(std::string_view)>& receive);
  /// Any thread. False where it was given up.
  bool append(const std::string& record);
  /// So many results more are in the file, in so many records.
  void count(std::size_t n_results, std::size_t n_records) {
    n_results_ += n_results;
    n_noted_ += n_records;
  }

 private:
  void begin(const std::vector<run_setting>& settings, bool goes_on);

  record_log log_;
  bool is_over_another_ = false;
  std::uint64_t damaged_bytes_ = 0;
  std::vector<std::string> records_;
  std::atomic<bool> is_given_up_ = false;
  std::atomic<std::size_t> n_noted_ = 0;  // records that count
  std::atomic<std::size_t> n_results_ = 0;
};

}  // namespace exonweave
