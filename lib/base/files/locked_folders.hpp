// Folders that one process at a time puts several files into, so that those of two runs do not mix.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace exonweave {

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

}  // namespace exonweave
