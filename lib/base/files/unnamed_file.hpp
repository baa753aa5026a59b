// A temporary file without a name, for what is needed again and may not fit into memory: bytes are appended,
// and any of them can be read. It is gone with the process, however that ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace exonweave {

class unnamed_file {
 public:
  /// Makes the file in TMPDIR, else in /tmp. `kept` names in messages what is kept there. Throws io_failure.
  explicit unnamed_file(std::string kept);

  unnamed_file(unnamed_file&& other) noexcept;
  unnamed_file& operator=(unnamed_file&& other) noexcept;
  ~unnamed_file();

  /// Throws io_failure, at the latest at the next read() or release(), when the disk does not take the bytes.
  void append(std::string_view bytes);

  /// Bytes appended so far.
  [[nodiscard]] std::int64_t size() const { return size_; }

  /// The bytes [start, end). Needs 0 <= start <= end <= size(). Throws io_failure.
  [[nodiscard]] std::string read(std::int64_t start, std::int64_t end);

  /// Hands the open file on, at its first byte: the descriptor is the caller's to close. Throws io_failure.
  [[nodiscard]] int release();

 private:
  void flush();
  [[noreturn]] void fail(const std::string& what, int error, std::string hint) const;

  int descriptor_ = -1;  // -1: handed on
  std::string kept_;
  std::string pending_;  // appended, not yet written
  std::int64_t size_ = 0;
};

}  // namespace exonweave
