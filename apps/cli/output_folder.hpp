// Folders that outputs go to.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/files/file_system.hpp"

namespace exonweave::apps {

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
