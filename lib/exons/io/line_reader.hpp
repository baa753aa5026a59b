// Lines of a text file, however it is packed and whatever ends them: plain, gzip, BGZF, standard input, a
// FIFO; LF or CRLF; with or without a byte order mark and a last line end. Memory: a fixed buffer and the
// longest line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exons/io/byte_source.hpp"

namespace exonweave {

/// for (line_reader lines(path); auto line = lines.next();) use(*line, lines.where());
class line_reader {
 public:
  /// "-" is standard input. Throws missing_input as byte_source does.
  explicit line_reader(const std::string& path) : line_reader(byte_source(path)) {}
  explicit line_reader(byte_source source);

  /// The next line without its LF or CRLF and without a UTF-8 byte order mark at the file's start; nothing at
  /// the end. Valid until the next call. NUL and all other bytes pass. Throws io_failure on a truncated or
  /// damaged file.
  std::optional<std::string_view> next();

  /// Gives the line returned last back: the next call returns it again. For looking ahead.
  void put_back() { is_put_back_ = true; }

  /// Whether the file is no text whose lines can be read: UTF-16, or lines that end in CR alone; then `problems` says so.
  /// To be asked before the first line, which comes all the same.
  [[nodiscard]] bool is_foreign_text(report& problems);

  [[nodiscard]] std::uint64_t line_number() const {
    return line_number_;
  }  // of the line returned last; 1-based
  [[nodiscard]] place where() const { return {source_.name(), line_number_}; }

  /// The line returned last as bytes of the unpacked file: its first one, counted from 0 (a byte order mark
  /// counts), and how many up to the next line, line end included.
  [[nodiscard]] std::int64_t byte_offset() const { return offset_; }
  [[nodiscard]] std::int64_t byte_width() const { return width_; }

  [[nodiscard]] const byte_source& source() const { return source_; }
  /// For reading beside the lines; seek() or restart() before the next line.
  [[nodiscard]] byte_source& source() { return source_; }

  /// Goes on with the line that starts at this place; `line_number` is the number of that line. Needs a
  /// source that can seek (see byte_source::seek); `virtual_offset` leads to the byte `byte_offset`.
  void seek(std::int64_t virtual_offset, std::int64_t byte_offset, std::uint64_t line_number);

  /// Goes back to the first line. Needs a regular file.
  void restart();

  /// Warns in `problems` when the file, read to its end, is BGZF without its end block.
  void warn_if_cut(report& problems) const { source_.warn_if_cut(problems); }

 private:
  bool fill();
  std::string_view without_ends(std::string_view line);

  byte_source source_;
  std::vector<char> buffer_;  // bytes read from the source
  std::size_t used_ = 0;      // bytes of buffer_ already handed out
  std::size_t filled_ = 0;    // bytes of buffer_ that hold data
  std::string spill_;         // a line that crosses the buffer's end
  std::string_view line_;     // the line returned last
  bool is_put_back_ = false;
  bool has_line_feed_ = false;  // that line
  std::uint64_t line_number_ = 0;
  std::int64_t offset_ = 0;
  std::int64_t width_ = 0;
};

}  // namespace exonweave
