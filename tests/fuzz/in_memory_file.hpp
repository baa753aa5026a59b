// The fuzzer's bytes as a file without a disk: readers open it by its path.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace exonweave::fuzzing {

class in_memory_file {
 public:
  in_memory_file(const std::uint8_t* data, std::size_t size) : descriptor_(memfd_create("input", MFD_CLOEXEC)) {
    if (descriptor_ < 0 || ::write(descriptor_, data, size) != static_cast<ssize_t>(size)) std::abort();
  }
  in_memory_file(const in_memory_file&) = delete;
  in_memory_file& operator=(const in_memory_file&) = delete;
  ~in_memory_file() { ::close(descriptor_); }

  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

}  // namespace exonweave::fuzzing
