// A file of records that only grows. A record is whole or not there, whenever the program that appends it is killed.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "base/files/file_system.hpp"
#include "base/files/report.hpp"

namespace exonweave {

/// What stands where a log should be is something else: it is left as it is.
struct foreign_file : bad_data {
  using bad_data::bad_data;
};

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

}  // namespace exonweave
