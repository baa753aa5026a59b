#include "report/page/column_writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

namespace exonweave {

std::string json_text(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void column_writer::begin(std::string_view name) {
  add_key(name);
  append("{");
  is_first_key_ = true;
}

void column_writer::end() {
  append("}");
  is_first_key_ = false;
}

void column_writer::finish() {
  append("}");
  sink_(waiting_);
  waiting_.clear();
}

void column_writer::append_value(double value) {
  if (is_nothing(value))
    append("null");
  else
    append(fmt::format("{}", value));
}

void column_writer::append_value(const std::optional<std::int64_t>& value) {
  append(value ? fmt::format("{}", *value) : "null");
}

void column_writer::append_value(std::string_view value) { append(json_text(value)); }

void column_writer::append_value(numbers values) { append(fmt::format("[{}]", fmt::join(values, ","))); }

void column_writer::add_key(std::string_view name) {
  if (!std::exchange(is_first_key_, false)) append(",");
  append(json_text(name));
  append(":");
}

void column_writer::append(std::string_view text) {
  constexpr std::size_t enough = std::size_t{1} << 16;  // bytes
  waiting_ += text;
  if (waiting_.size() < enough) return;
  sink_(waiting_);
  waiting_.clear();
}

}  // namespace exonweave
