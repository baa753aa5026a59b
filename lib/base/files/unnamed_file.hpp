// A temporary file without a name, for what is needed again and may not fit into memory: bytes are appended,
// and any of them can be read. It is gone with the process, however that ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

/// Text that is written later than it is made: a little of it is held in memory, more in a temporary file without a
/// name.
class text_spool {
 public:
  static constexpr std::int64_t max_in_memory = std::int64_t{4} << 20;  // bytes

  /// `kept` names in messages what is kept there.
  explicit text_spool(std::string kept) : kept_(std::move(kept)) {}

  /// Throws io_failure where the temporary file cannot be made or written.
  void append(std::string_view text);

  /// Bytes appended so far.
  [[nodiscard]] std::int64_t size() const { return file_ ? file_->size() : std::ssize(held_); }

  /// The bytes [start, end). Needs 0 <= start <= end <= size(). Throws io_failure.
  [[nodiscard]] std::string read(std::int64_t start, std::int64_t end);

 private:
  std::string kept_;
  std::string held_;                  // all of it, until there is a file
  std::optional<unnamed_file> file_;  // then all of it
};

}  // namespace exonweave
