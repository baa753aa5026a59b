// Text that is written later than it is made: a little of it is held in memory, more in a temporary file without a
// name.
#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/files/unnamed_file.hpp"

namespace exonweave {

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
