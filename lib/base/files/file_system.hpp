// What the system does for files: its errors in words, writes that reach the disk, locks, and temporary files that do
// not outlive their run.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/files/report.hpp"

namespace exonweave {

// What the system says of a call that failed, and what new files may be.

constexpr mode_t new_file_mode = 0666;  // open(2) takes the umask away

/// "No such file or directory" for ENOENT.
inline std::string error_text(int code) { return std::generic_category().message(code); }

// Files that cannot be opened for reading, reported in one way by whoever looks.

/// What byte_source throws missing_input for; nothing where it does not. Opens nothing, so that a pipe keeps its
/// reader. "-" is there.
std::optional<problem_report> why_unreadable(const std::string& path);

/// A file, or what `name` is shown as, that is missing for this reason.
problem_report about_missing(const std::string& name, std::string what);

// What was written is on the disk, where the file system can do that.

/// Of an open file or folder, which `path` names in messages. Throws io_failure.
void sync_descriptor(int descriptor, const std::string& path);

/// What was renamed or removed in the folder of `path`. One that cannot be opened is passed over. Throws io_failure.
void sync_folder_of(const std::string& path);

/// Another process has the lock of a file.
struct taken_file : cannot_create {
  using cannot_create::cannot_create;
};

/// A file that one process at a time has: a journal, or what stands for a folder of outputs.
class locked_file {
 public:
  /// Opens the file for reading and writing, or makes it, and locks it (flock) as long as this lives. Throws
  /// taken_file, and cannot_create also where the name is a link, which is not followed. Where the file system has no
  /// locks none is taken.
  explicit locked_file(std::string path);
  ~locked_file();
  locked_file(const locked_file&) = delete;
  locked_file& operator=(const locked_file&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] int descriptor() const { return descriptor_; }
  /// Whether the file was not there before.
  [[nodiscard]] bool is_made() const { return is_made_; }

  /// The file goes, unless another has taken its name.
  void remove() noexcept;

 private:
  [[nodiscard]] int open_or_make();
  void lock();

  std::string path_;
  int descriptor_ = -1;
  bool is_made_ = false;
};

/// Folders that one process at a time puts several files into, so that those of two runs do not mix.
class locked_folders {
 public:
  /// Waits until it has the locks (flock) of the folders that these paths lie in; empty paths are passed over. Whoever
  /// holds one has it for the time of some renames, and until the disk has forgotten the indexes of earlier files. So
  /// after some seconds, and where the file system has no such locks, the folder stays unlocked: perhaps this very run
  /// was started by flock(1) with it.
  explicit locked_folders(const std::vector<std::string>& paths,
                          std::chrono::milliseconds patience = std::chrono::seconds(3));
  locked_folders(const locked_folders&) = delete;
  locked_folders& operator=(const locked_folders&) = delete;
  ~locked_folders();

 private:
  std::vector<int> descriptors_;
};

// Temporaries that a run left because it was killed. A run holds a lock (flock) on each of its own, which the system
// takes away when the process ends, in whatever way: a temporary without a lock is nobody's.

constexpr std::size_t temporary_suffix_length = 6;  // small letters and digits after the stem of a temporary's name
constexpr std::string_view temporary_suffix_letters = "abcdefghijklmnopqrstuvwxyz0123456789";

/// Locks the temporary just made. False: another run took it for abandoned in the moment before, and it is gone. Where
/// the file system has no locks nothing is locked, and nothing removed.
bool lock_temporary(int descriptor) noexcept;

/// Removes the files of `folder` that are named `stem` and a suffix and that no process has locked.
void remove_abandoned_temporaries(const std::filesystem::path& folder, std::string_view stem);

// The temporary files alive in this process, in a table that a signal handler may read: fixed size, no locks,
// no allocation. What output.hpp writes is there, and what else a signal must not leave after.

/// Notes `path` before the file is made, so that no moment exists in which a signal would leave it after.
/// Returns its place in the table. Throws cannot_create when the path is too long or the table (64) is full.
std::size_t register_temporary(const std::string& path);

/// Frees the place: the file was renamed or removed.
void forget_temporary(std::size_t place) noexcept;

// A temporary file without a name, for what is needed again and may not fit into memory: bytes are appended,
// and any of them can be read. It is gone with the process, however that ends.

class unnamed_file {
 public:
  /// Makes the file in TMPDIR, else in /tmp. `kept` names in messages what is kept there. Throws io_failure.
  explicit unnamed_file(std::string kept);

  unnamed_file(unnamed_file&& other) noexcept;
  unnamed_file& operator=(unnamed_file&& other) noexcept;
  ~unnamed_file();

  /// Throws io_failure, at the latest at the next read() or release(), when the disk does not take the bytes.
  void append(std::string_view bytes);

  /// Bytes appended so far.
  [[nodiscard]] std::int64_t size() const { return size_; }

  /// The bytes [start, end). Needs 0 <= start <= end <= size(). Throws io_failure.
  [[nodiscard]] std::string read(std::int64_t start, std::int64_t end);

  /// Hands the open file on, at its first byte: the descriptor is the caller's to close. Throws io_failure.
  [[nodiscard]] int release();

 private:
  void flush();
  [[noreturn]] void fail(const std::string& what, int error, std::string hint) const;

  int descriptor_ = -1;  // -1: handed on
  std::string kept_;
  std::string pending_;  // appended, not yet written
  std::int64_t size_ = 0;
};

/// Text that is written later than it is made: a little of it is held in memory, more in a temporary file without a
/// name.
class text_spool {
 public:
  static constexpr std::int64_t max_in_memory = std::int64_t{4} << 20;  // bytes

  /// `kept` names in messages what is kept there.
  explicit text_spool(std::string kept) : kept_(std::move(kept)) {}

  /// Throws io_failure where the temporary file cannot be made or written.
  void append(std::string_view text);

  /// Bytes appended so far.
  [[nodiscard]] std::int64_t size() const { return file_ ? file_->size() : std::ssize(held_); }

  /// The bytes [start, end). Needs 0 <= start <= end <= size(). Throws io_failure.
  [[nodiscard]] std::string read(std::int64_t start, std::int64_t end);

 private:
  std::string kept_;
  std::string held_;                  // all of it, until there is a file
  std::optional<unnamed_file> file_;  // then all of it
};

}  // namespace exonweave
