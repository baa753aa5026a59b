// A file of records that only grows. A record is whole or not there, whenever the program that appends it is killed.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "base/files/report.hpp"

namespace exonweave {

/// What stands where a log should be is something else: it is left as it is.
struct foreign_file : bad_data {
  using bad_data::bad_data;
};

class record_log {
 public:
  /// Opens the file, or makes it, and locks it as long as the log lives. A file without a byte is taken too. Throws
  /// cannot_create, also where another process has the lock, or the name is a link, which is not followed; foreign_file
  /// where the file does not begin with the mark of logs. Where the file system has no locks none is taken.
  explicit record_log(std::string path);
  ~record_log();
  record_log(const record_log&) = delete;
  record_log& operator=(const record_log&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

  /// Whether there is nothing behind the mark of its kind. Throws io_failure.
  [[nodiscard]] bool is_empty() const;

  /// Hands on the records up to the first that is cut or damaged, and takes away all behind them: so many bytes. Once,
  /// before the first is appended. Throws io_failure.
  std::uint64_t read(const std::function<void(std::string&&)>& receive);

  /// Without records. Throws io_failure.
  void clear();

  /// Any thread. Throws io_failure, for ever once it did: behind half a record no other would be found.
  void append(std::string_view record);

  /// What was appended is on the disk, where the file system can do that. Throws io_failure.
  void sync();

  /// The file goes, unless another has taken its name.
  void remove() noexcept;

  /// The file goes where it was made or cleared: the log could not be begun.
  void abandon() noexcept;

 private:
  int open_or_make();
  void lock();
  void check_kind() const;
  [[nodiscard]] std::uint64_t size() const;
  void cut_at(std::uint64_t end);
  void write_at_end(std::string_view bytes);

  std::string path_;
  int descriptor_ = -1;
  std::mutex mutex_;  // guards the end of the file
  bool is_broken_ = false;
  bool is_begun_ = false;  // made, or cleared: nothing of an earlier run is in it
};

/// A file with these records, as bytes.
std::string log_of(std::span<const std::string> records);

/// The records of a file that others may write or read, up to the first that is cut or damaged; `kind` is what it
/// should be, for messages. Throws missing_input, bad_data where it is no such file, io_failure.
void read_log(const std::string& path, const std::string& kind, const std::function<void(std::string&&)>& receive);

}  // namespace exonweave
