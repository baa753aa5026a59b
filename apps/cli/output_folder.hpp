// Files that paths lead to, and folders that outputs go to.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "base/files/file_system.hpp"

namespace exonweave::apps {

// Which file a path leads to, whether it exists yet or not.

/// The absolute path without `.`, `..` and links, of folders and of the file itself; parts that do not exist stand for
/// themselves (realpath -m). A path whose links go round in a circle stays as it is from there on.
std::filesystem::path resolved_path(const std::filesystem::path& path);

/// What distinguishes a file from others, whatever it is called.
class file_identity {
 public:
  /// Of what stands there now, or will.
  explicit file_identity(const std::string& path);

  /// Whether both lead to one file, or to one place where none is yet.
  [[nodiscard]] bool is_that_of(const file_identity& other) const;

  [[nodiscard]] const std::filesystem::path& resolved() const { return resolved_; }
  [[nodiscard]] bool is_file_or_new() const { return !found_ || S_ISREG(found_->st_mode); }
  /// A pipe, one with a name, or a socket: what one has read nobody else can.
  [[nodiscard]] bool is_pipe() const { return found_ && (S_ISFIFO(found_->st_mode) || S_ISSOCK(found_->st_mode)); }

 private:
  std::filesystem::path resolved_;
  std::optional<struct ::stat> found_;  // nothing: nothing is there
};

/// Makes the folder, and those above it, unless it is there. Of a link to nothing what it names is made. Throws
/// cannot_create.
void make_folder(const std::string& folder);

/// A folder of outputs that is one run's as long as this lives, by the lock of a file in it. One that was made for them
/// does not stay empty where the run fails.
class output_folder {
 public:
  /// As make_folder(). Throws cannot_create, also where another run has the folder.
  explicit output_folder(const std::string& path);
  ~output_folder();
  output_folder(const output_folder&) = delete;
  output_folder& operator=(const output_folder&) = delete;

 private:
  std::string path_;  // without links
  bool is_made_;
  std::optional<locked_file> lock_;
  std::size_t place_ = 0;  // of the lock among temporaries
};

}  // namespace exonweave::apps
