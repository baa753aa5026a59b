// Small input files for tests: written to a temporary place, removed at the end of the scope.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace exonweave::testing {

class temporary_file {
 public:
  explicit temporary_file(std::string_view content, const std::string& ending = "") {
    const char* folder = std::getenv("TMPDIR");
    path_ = std::string(folder == nullptr ? "/tmp" : folder) + "/exonweave_test_XXXXXX" + ending;
    const int descriptor = mkstemps(path_.data(), static_cast<int>(ending.size()));
    if (descriptor < 0) throw std::runtime_error("cannot create " + path_);
    const auto written = ::write(descriptor, content.data(), content.size());
    ::close(descriptor);
    if (written != static_cast<ssize_t>(content.size())) throw std::runtime_error("cannot write " + path_);
  }
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;
  ~temporary_file() {
    std::remove(path_.c_str());
    std::remove((path_ + ".fai").c_str());
    std::remove((path_ + ".gzi").c_str());
  }

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace exonweave::testing
