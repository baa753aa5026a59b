// A file that one process at a time has: a journal, or what stands for a folder of outputs.
#pragma once

#include <string>

#include "base/files/report.hpp"

namespace exonweave {

/// Another process has the lock of a file.
struct taken_file : cannot_create {
  using cannot_create::cannot_create;
};

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

}  // namespace exonweave
