// A file in memory, as the system's page cache has it: read only.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace exonweave {

class mapped_file {
 public:
  /// Throws missing_input when it cannot be opened or is no regular file.
  explicit mapped_file(const std::string& path);
  ~mapped_file();
  mapped_file(const mapped_file&) = delete;
  mapped_file& operator=(const mapped_file&) = delete;

  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace exonweave
