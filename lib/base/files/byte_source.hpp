// Bytes of an input file, unpacked: plain, gzip or BGZF through htslib, from a path, standard input or a
// FIFO. Damage is never taken for the end of the file, which htslib's own line functions do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/files/report.hpp"

namespace exonweave {

/// How the bytes of a file are packed, by its content and not by its name.
enum class packing { none, gzip, bgzf };

class byte_source {
 public:
  /// Opens `path` ("-" is standard input, shown as "standard input" in messages). Blocks on a FIFO until it
  /// has a writer. Throws missing_input when the path is absent, unreadable or a directory.
  explicit byte_source(const std::string& path);

  /// Takes over an open file descriptor that stands at the first byte; `name` is for messages.
  byte_source(int descriptor, std::string name);

  /// As the first constructor, but what is no regular file (a pipe, a FIFO) is copied to an unlinked
  /// temporary file in TMPDIR first, as it is packed, so that it can be read more than once. Throws
  /// io_failure when that fails.
  static byte_source open_regular(const std::string& path);

  byte_source(byte_source&&) noexcept;
  byte_source& operator=(byte_source&&) noexcept;
  ~byte_source();

  /// Reads up to `most` bytes; fewer only before the end, 0 at the end. Throws io_failure when the file is
  /// truncated, damaged or unreadable.
  std::size_t read(char* out, std::size_t most);

  /// Goes on at `virtual_offset` of a BGZF file (block address << 16 | offset in the block), or at that byte
  /// of a plain file. Needs is_regular() and not gzip. Throws io_failure.
  void seek(std::int64_t virtual_offset);

  /// Goes back to the first byte. Needs is_regular().
  void restart();

  [[nodiscard]] packing packed() const;
  [[nodiscard]] bool is_regular() const;  // a file that can be read twice: no pipe, terminal or FIFO
  [[nodiscard]] int descriptor() const;   // for pread and fstat; stays with this object
  [[nodiscard]] const std::string& name() const;

  /// The file is BGZF without an end block, so whole blocks may be missing. A pipe must have been read to its
  /// end.
  [[nodiscard]] bool lacks_end_block() const;

  /// Warns in `problems` when lacks_end_block().
  void warn_if_cut(report& problems) const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Any byte of a plain or BGZF file: where it is on disk, and reading from there. The BGZF blocks come from a
/// .gzi that stands every test, or from a walk over the block headers, which takes 1/20,000 of the file's
/// bytes.
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

/// What a run read: size and MD5 of a file, for the run summary.
struct file_checksum {
  std::string md5;          // 32 hexadecimal digits
  std::uint64_t bytes = 0;  // as stored, compressed or not
};

/// Reads the whole file. Throws missing_input or io_failure. Not for pipes and standard input, which can be
/// read only once.
file_checksum checksum_file(const std::string& path);

}  // namespace exonweave
