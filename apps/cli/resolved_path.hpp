// Which file a path leads to, whether it exists yet or not.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>

namespace exonweave::apps {

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

}  // namespace exonweave::apps
