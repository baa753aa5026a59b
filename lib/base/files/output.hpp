// Output that appears whole or not at all: a temporary file next to the destination, renamed when all is
// written. What a killed run left of one is removed by the next run that writes there.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/files/report.hpp"

namespace exonweave {

/// A destination for text. "-" and "" are standard output. Created before computing, so that a directory that
/// is missing or read-only is reported at once. What goes to a name that ends in .gz is packed as BGZF.
class output_file {
 public:
  /// Throws cannot_create (exit 73) when the destination cannot be written.
  explicit output_file(std::string path);
  output_file(output_file&&) noexcept;
  output_file& operator=(output_file&&) noexcept;
  ~output_file();  // removes the temporary unless commit() succeeded

  /// Buffers and writes; throws io_failure on a full disk and the like. For a closed pipe see SIGPIPE.
  void write(std::string_view text);

  /// Replaces the first bytes of what was written so far, which are as many at least. Throws io_failure, also for what
  /// is packed or written directly.
  void replace_front(std::string_view bytes);

  /// Flushes, has the bytes on the disk (fsync) and checks the close: what can fail for lack of space fails here.
  /// Throws io_failure.
  void finish();

  /// finish(), unless done, then the rename. Throws io_failure. Several outputs go into an output_group, so that they
  /// appear together or not at all.
  void commit();

  /// Once finished: throws io_failure where it is seen beforehand that the rename will fail. Nothing is changed.
  void check_rename() const;

  /// Once finished: lets the file appear; nothing for what is written directly. The folder is not on the disk yet, see
  /// sync_folder_of() in file_system.hpp. Throws io_failure.
  void rename();

  [[nodiscard]] const std::string& path() const;
  /// The file that the rename replaces or makes, links followed; empty for what is written directly.
  [[nodiscard]] const std::string& destination() const;
  [[nodiscard]] bool is_packed() const;

  /// The name of the file until the commit, for who reads it, or writes it by other means; empty for standard output,
  /// pipes and devices, which are written directly.
  [[nodiscard]] const std::string& temporary() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Whether an output of this name is packed.
bool is_packed_name(std::string_view path);

/// Removes the temporaries of all living output_files; async-signal-safe. For the handlers of SIGINT and
/// SIGTERM.
void remove_temporaries() noexcept;

}  // namespace exonweave
