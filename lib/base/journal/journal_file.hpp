// A file of records that only grows, and the journals of all kinds of runs: such a file next to a run's output, with
// the settings that its results depend on, then records of what it has found.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/file_system.hpp"
#include "base/files/report.hpp"

namespace exonweave {

/// What stands where a log should be is something else: it is left as it is.
struct foreign_file : bad_data {
  using bad_data::bad_data;
};

/// A record is whole or not there, whenever the program that appends it is killed.
class record_log {
 public:
  /// Opens the file, or makes it, and locks it as long as the log lives, as locked_file does. A file without a byte is
  /// taken too, and one that begins with zeros: a power cut leaves that. Throws cannot_create, also where another
  /// process has the lock; foreign_file where the file does not begin with the mark of logs.
  explicit record_log(std::string path);

  [[nodiscard]] const std::string& path() const { return file_.path(); }

  /// Whether there is nothing after the mark of its kind. Throws io_failure.
  [[nodiscard]] bool is_empty() const;
  /// Whether zeros were in the place of the mark when it was opened: all that was there is lost.
  [[nodiscard]] bool began_with_zeros() const { return began_with_zeros_; }

  /// Hands on the records up to the first that is cut or damaged, and takes away all after them: so many bytes. Once,
  /// before the first is appended. Throws io_failure.
  std::uint64_t read(const std::function<void(std::string&&)>& receive);

  /// Without records. Throws io_failure.
  void clear();

  /// Any thread. Throws io_failure, for ever once it did: after half a record no other would be found.
  void append(std::string_view record);

  /// What was appended is on the disk, where the file system can do that. Throws io_failure.
  void sync();

  /// The file goes, unless another has taken its name.
  void remove() noexcept { file_.remove(); }

  /// The file goes where it was made or cleared: the log could not be begun.
  void abandon() noexcept;

 private:
  void check_kind();
  [[nodiscard]] std::uint64_t size() const;
  void cut_at(std::uint64_t end);
  void write_at_end(std::string_view bytes);

  locked_file file_;
  std::mutex mutex_;  // guards the end of the file
  bool is_broken_ = false;
  bool began_with_zeros_ = false;  // when it was opened
  bool is_begun_ = false;          // made, or cleared: nothing of an earlier run is in it
};

/// A file with these records, as bytes.
std::string log_of(std::span<const std::string> records);

/// The records of a file that others may write or read, up to the first that is cut or damaged; `kind` is what it
/// should be, for messages. Throws missing_input, bad_data where it is no such file, io_failure.
void read_log(const std::string& path, const std::string& kind, const std::function<void(std::string&&)>& receive);

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
