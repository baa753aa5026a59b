#include "exons/io/line_reader.hpp"

#include <cstring>
#include <utility>

namespace exonweave {
namespace {

constexpr std::size_t buffer_size = std::size_t{256} << 10;  // bytes
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

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
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  line_ = line;
  return line_;
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
