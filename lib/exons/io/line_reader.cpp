#include "exons/io/line_reader.hpp"

#include <cstring>
#include <utility>

namespace exonweave {
namespace {

constexpr std::size_t buffer_size = std::size_t{256} << 10;  // bytes
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

// With a byte order mark, or as Latin letters are: every other byte is NUL.
bool is_utf16(std::string_view text) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) return true;
  const auto is_nul = [text](std::size_t i) { return text[i] == '\0'; };
  return text.size() >= 4 && is_nul(0) == is_nul(2) && is_nul(1) == is_nul(3) && is_nul(0) != is_nul(1);
}

}  // namespace

line_reader::line_reader(byte_source source) : source_(std::move(source)), buffer_(buffer_size) {}

bool line_reader::fill() {
  used_ = 0;
  filled_ = source_.read(buffer_.data(), buffer_.size());
  return filled_ > 0;
}

std::optional<std::string_view> line_reader::next() {
  if (is_put_back_) {
    is_put_back_ = false;
    return line_;
  }
  if (used_ == filled_ && !fill()) return std::nullopt;
  offset_ += width_;
  ++line_number_;
  spill_.clear();
  while (true) {
    const char* start = buffer_.data() + used_;
    const std::size_t left = filled_ - used_;
    const auto* end = static_cast<const char*>(std::memchr(start, '\n', left));
    const std::size_t taken = end == nullptr ? left : static_cast<std::size_t>(end - start) + 1;
    used_ += taken;
    if (end != nullptr && spill_.empty()) return without_ends({start, taken});
    spill_.append(start, taken);
    if (end != nullptr || !fill()) return without_ends(spill_);
  }
}

std::string_view line_reader::without_ends(std::string_view line) {
  width_ = static_cast<std::int64_t>(line.size());
  if (offset_ == 0 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  has_line_feed_ = line.ends_with('\n');
  if (has_line_feed_) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  line_ = line;
  return line_;
}

bool line_reader::is_foreign_text(report& problems) {
  const auto first = next();
  if (!first) return false;
  put_back();
  if (is_utf16(*first))
    problems.error({where(), "UTF-16 text, which is not read", "", "plain text (UTF-8)",
                    "save it as plain text, or convert it: iconv -f UTF-16 -t UTF-8"});
  else if (!has_line_feed_ && first->find('\r') != std::string_view::npos)
    problems.error({where(), "lines that end in a carriage return alone", "",
                    "line feeds at the ends of lines", "convert it: tr '\\r' '\\n'"});
  else
    return false;
  return true;
}

void line_reader::seek(std::int64_t virtual_offset, std::int64_t byte_offset, std::uint64_t line_number) {
  source_.seek(virtual_offset);
  used_ = filled_ = 0;
  is_put_back_ = false;
  offset_ = byte_offset;
  width_ = 0;
  line_number_ = line_number - 1;
}

void line_reader::restart() {
  source_.restart();
  used_ = filled_ = 0;
  is_put_back_ = false;
  offset_ = width_ = 0;
  line_number_ = 0;
}

}  // namespace exonweave
