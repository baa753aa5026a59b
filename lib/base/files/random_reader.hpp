// Any byte of a plain or BGZF file: where it is on disk, and reading from there. The BGZF blocks come from a
// .gzi that stands every test, or from a walk over the block headers, which takes 1/20,000 of the file's
// bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/files/byte_source.hpp"

namespace exonweave {

class random_reader {
 public:
  /// `source` must be a regular file that is not gzip, and must outlive the reader. `gzi_path` may be empty
  /// or name a file that is absent, older or wrong: then it is not used. Throws io_failure when the last
  /// blocks are cut.
  random_reader(byte_source& source, const std::string& gzi_path);

  [[nodiscard]] std::int64_t size() const { return size_; }  // unpacked bytes

  /// The bytes [start, end), cut at size(). Needs 0 <= start <= end.
  [[nodiscard]] std::string read(std::int64_t start, std::int64_t end);

 private:
  struct block {
    std::int64_t packed_start;    // byte in the file
    std::int64_t unpacked_start;  // byte in the text
  };
  void load(const std::string& gzi_path);
  [[nodiscard]] bool is_sound(const block& previous, const block& next) const;
  void walk();
  [[nodiscard]] std::int64_t virtual_offset(std::int64_t byte) const;

  byte_source* source_;
  std::vector<block> blocks_;  // BGZF only, ascending, the first at {0, 0}
  std::int64_t packed_size_ = 0;
  std::int64_t size_ = 0;
};

/// Whether the file at `path` exists and is not older than the open file `descriptor`.
bool is_fresh(const std::string& path, int descriptor);

}  // namespace exonweave
