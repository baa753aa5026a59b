// Files for what a process makes up and reads itself, where a reader wants a path.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/files/file_system.hpp"

namespace exonweave::apps {

/// Without names: they are gone with the process, however that ends.
class temporary_files {
 public:
  temporary_files() = default;
  temporary_files(const temporary_files&) = delete;
  temporary_files& operator=(const temporary_files&) = delete;
  ~temporary_files() {
    for (const int descriptor : descriptors_) ::close(descriptor);
  }

  /// Writes one and returns the path by which this process reads it.
  template <class Write>
  std::string write(const char* what, const Write& write_to) {
    unnamed_file file(what);
    write_to([&file](std::string_view text) { file.append(text); });
    descriptors_.push_back(file.release());
    return fmt::format("/proc/self/fd/{}", descriptors_.back());
  }

 private:
  std::vector<int> descriptors_;
};

}  // namespace exonweave::apps
