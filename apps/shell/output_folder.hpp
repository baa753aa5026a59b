// Folders that outputs go to.
#pragma once

#include <string>

namespace exonweave::apps {

/// Makes the folder, and those above it, unless it is there. Throws cannot_create.
void make_folder(const std::string& folder);

/// A folder of outputs. One that was made for them does not stay empty where the run fails.
class output_folder {
 public:
  /// Throws cannot_create.
  explicit output_folder(std::string path);
  ~output_folder();
  output_folder(const output_folder&) = delete;
  output_folder& operator=(const output_folder&) = delete;

 private:
  std::string path_;
  bool is_made_;
};

}  // namespace exonweave::apps
