// Lines of a text file, however it is packed and whatever ends them: plain, gzip, BGZF, standard input, a
// FIFO; LF or CRLF; with or without a byte order mark and a last line end. Memory: a fixed buffer and the
// longest line, which is bounded, or of a line that is read in parts one of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/byte_source.hpp"
#include "base/files/report.hpp"

namespace exonweave {

/// for (line_reader lines(path); auto line = lines.next();) use(*line, lines.where());
class line_reader {
 public:
  /// "-" is standard input. Throws missing_input as byte_source does.
  explicit line_reader(const std::string& path) : line_reader(byte_source(path)) {}
  explicit line_reader(byte_source source);

  /// The next line without its LF or CRLF and without a UTF-8 byte order mark at the file's start; nothing at
  /// the end. Valid until the next call. NUL and all other bytes pass. Throws io_failure on a truncated or
  /// damaged file, bad_data at a line longer than `longest_line`, of which no more is read.
  std::optional<std::string_view> next();
  static constexpr std::size_t longest_line = std::size_t{16} << 20;  // bytes

  /// As next(), but a line longer than `longest_part` comes in parts of about that size, so that memory does not
  /// grow with it. None of them is empty, and each but the last is followed by a byte of its line that is no blank:
  /// what stands at a line's end is in one part. next() after a part gives the rest of its line.
  std::optional<std::string_view> next_part();
  static constexpr std::size_t longest_part = std::size_t{256} << 10;  // bytes

  /// Of what was returned last: where it starts in its line (bytes, a byte order mark does not count), and whether it
  /// is the line's last part; 0 and true for a whole line.
  [[nodiscard]] std::size_t column() const { return column_; }
  [[nodiscard]] bool ends_line() const { return ends_line_; }

  /// Gives what was returned last back: the next call returns it again, next() with the rest of its line. For looking
  /// ahead.
  void put_back() { is_put_back_ = true; }

  /// Whether the file is no text whose lines can be read: UTF-16, or lines that end in CR alone; then `problems` says
  /// so. To be requested before the first line, which comes all the same.
  [[nodiscard]] bool is_foreign_text(report& problems);

  [[nodiscard]] std::uint64_t line_number() const { return line_number_; }  // of the line returned last; 1-based
  [[nodiscard]] place where() const { return {source_.name(), line_number_}; }

  /// The line returned last as bytes of the unpacked file: its first one, counted from 0 (a byte order mark
  /// counts), and how many up to the next line, line end included (known at its last part).
  [[nodiscard]] std::int64_t byte_offset() const { return offset_; }
  [[nodiscard]] std::int64_t byte_width() const { return width_; }

  [[nodiscard]] const byte_source& source() const { return source_; }
  /// For reading next to the lines; restart() before the next line.
  [[nodiscard]] byte_source& source() { return source_; }

  /// Goes back to the first line. Needs a regular file.
  void restart();

  /// Warns in `problems` when the file, read to its end, is BGZF without its end block.
  void warn_if_cut(report& problems) const { source_.warn_if_cut(problems); }

 private:
  bool fill();
  std::optional<std::string_view> read(std::size_t longest);
  std::string_view read_on(std::size_t longest);
  bool cut_part();
  void refuse_long_line() const;
  void drop_byte_order_mark();
  std::string_view without_ends(std::string_view line);

  byte_source source_;
  std::vector<char> buffer_;  // bytes read from the source
  std::size_t used_ = 0;      // bytes of buffer_ already handed out
  std::size_t filled_ = 0;    // bytes of buffer_ that hold data
  std::string spill_;         // a line that crosses the buffer's end, without the parts before the last
  std::string_view line_;     // the line or part returned last
  std::size_t n_cut_ = 0;     // bytes of spill_ in that part
  bool ends_line_ = true;     // that part
  std::size_t column_ = 0;    // of that part
  bool is_put_back_ = false;
  bool has_line_feed_ = false;  // that line
  std::uint64_t line_number_ = 0;
  std::int64_t offset_ = 0;
  std::int64_t width_ = 0;
};

// UTF-16, as some editors save text: none of our readers takes it, and each says so.

/// Whether a text that begins so is UTF-16: it has that byte order mark, or every other byte is NUL, as where letters
/// are Latin.
bool is_utf16(std::string_view start);

/// What to say of such a file.
problem_report utf16_problem(place where);

// What stands between words, and nothing else.

/// Of a line, which ends before '\n'.
constexpr std::string_view blanks = " \t\r\v\f";

/// `text` without any of `around` at its ends.
inline std::string_view trimmed(std::string_view text, std::string_view around = blanks) {
  const std::size_t first = text.find_first_not_of(around);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(around) - first + 1);
}

// The fields of a line.

/// Takes the text up to `mark` off the front of `rest`, and the mark with it.
inline std::string_view take_until(std::string_view& rest, char mark) {
  const std::string_view taken = rest.substr(0, rest.find(mark));
  rest.remove_prefix(std::min(taken.size() + 1, rest.size()));
  return taken;
}

/// More than any table has that is read here: what stands after so many tabs less one is the last field.
constexpr std::size_t max_fields = 4096;

/// Views of the line; an empty line has one field, which is empty.
inline std::vector<std::string_view> split_at_tabs(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t start = 0; start <= line.size();) {
    const bool is_last = fields.size() + 1 == max_fields;
    const std::size_t tab = is_last ? line.size() : std::min(line.find('\t', start), line.size());
    fields.push_back(line.substr(start, tab - start));
    start = tab + 1;
  }
  return fields;
}

}  // namespace exonweave
