#include "base/files/line_reader.hpp"

#include <fmt/format.h>

#include <cstring>
#include <limits>
#include <utility>

namespace exonweave {
namespace {

constexpr std::size_t buffer_size = std::size_t{256} << 10;                  // bytes
constexpr std::size_t whole_line = std::numeric_limits<std::size_t>::max();  // in place of the longest part
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace

line_reader::line_reader(byte_source source) : source_(std::move(source)), buffer_(buffer_size) {}

bool line_reader::fill() {
  used_ = 0;
  filled_ = source_.read(buffer_.data(), buffer_.size());
  return filled_ > 0;
}

std::optional<std::string_view> line_reader::next() { return read(whole_line); }

std::optional<std::string_view> line_reader::next_part() { return read(longest_part); }

std::optional<std::string_view> line_reader::read(std::size_t longest) {
  if (is_put_back_) {
    is_put_back_ = false;
    return ends_line_ ? line_ : read_on(longest);
  }
  if (ends_line_) {
    if (used_ == filled_ && !fill()) return std::nullopt;
    offset_ += width_;
    ++line_number_;
    width_ = 0;
    column_ = 0;
    spill_.clear();
  } else {
    width_ += static_cast<std::int64_t>(n_cut_);
    column_ += line_.size();
    spill_.erase(0, n_cut_);
  }
  return read_on(longest);
}

// Adds to `spill_` what is left of the line, or enough for a part.
std::string_view line_reader::read_on(std::size_t longest) {
  while (true) {
    if (spill_.size() > longest && cut_part()) return line_;
    if (spill_.size() > longest_line) refuse_long_line();      // a part as well, where it is all blanks
    if (spill_.size() > longest) longest = 2 * spill_.size();  // looks at a long run of blanks not again and again
    if (used_ == filled_ && !fill()) return without_ends(spill_);
    const char* start = buffer_.data() + used_;
    const std::size_t left = filled_ - used_;
    const auto* end = static_cast<const char*>(std::memchr(start, '\n', left));
    const std::size_t taken = end == nullptr ? left : static_cast<std::size_t>(end - start) + 1;
    used_ += taken;
    if (end != nullptr && spill_.empty()) return without_ends({start, taken});
    spill_.append(start, taken);
    if (end != nullptr) return without_ends(spill_);
  }
}

void line_reader::refuse_long_line() const {
  throw bad_data({.where = where(),
                  .what = fmt::format("a line of more than {} MiB", longest_line >> 20),
                  .need = "lines of text",
                  .hint = "is it the right file?"});
}

// Makes a part of what stands in `spill_` before its last byte that is no blank, if there is such a byte.
bool line_reader::cut_part() {
  const auto last = spill_.find_last_not_of(blanks);
  if (last == std::string::npos || last == 0) return false;
  n_cut_ = last;
  ends_line_ = false;
  line_ = std::string_view(spill_).substr(0, n_cut_);
  drop_byte_order_mark();
  return !line_.empty();
}

std::string_view line_reader::without_ends(std::string_view line) {
  width_ += static_cast<std::int64_t>(line.size());
  ends_line_ = true;
  line_ = line;
  drop_byte_order_mark();
  has_line_feed_ = line_.ends_with('\n');
  if (has_line_feed_) line_.remove_suffix(1);
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  return line_;
}

void line_reader::drop_byte_order_mark() {
  if (offset_ == 0 && column_ == 0 && line_.starts_with(byte_order_mark)) line_.remove_prefix(byte_order_mark.size());
}

bool line_reader::is_foreign_text(report& problems) {
  const auto first = next();
  if (!first) return false;
  put_back();
  if (is_utf16(*first))
    problems.error(utf16_problem(where()));
  else if (!has_line_feed_ && first->find('\r') != std::string_view::npos)
    problems.error({.where = where(),
                    .what = "lines that end in a carriage return alone",
                    .need = "line feeds at the ends of lines",
                    .hint = "convert it: tr '\\r' '\\n'"});
  else
    return false;
  return true;
}

void line_reader::restart() {
  source_.restart();
  used_ = filled_ = 0;
  is_put_back_ = false;
  ends_line_ = true;
  offset_ = width_ = 0;
  line_number_ = 0;
}

bool is_utf16(std::string_view start) {
  if (start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff")) return true;
  const auto is_nul = [start](std::size_t i) { return start[i] == '\0'; };
  return start.size() >= 4 && is_nul(0) == is_nul(2) && is_nul(1) == is_nul(3) && is_nul(0) != is_nul(1);
}

problem_report utf16_problem(place where) {
  return {.where = std::move(where),
          .what = "UTF-16 text, which is not read",
          .need = "plain text (UTF-8)",
          .hint = "save it as plain text, or convert it: iconv -f UTF-16 -t UTF-8"};
}

}  // namespace exonweave
