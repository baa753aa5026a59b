// Bytes of an input file, unpacked: plain, gzip or BGZF through htslib, from a path, standard input or a
// FIFO. Damage is never taken for the end of the file, which htslib's own line functions do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

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

}  // namespace exonweave
