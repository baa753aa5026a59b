// Columns of JSON: a list for each property of many items. An object for each item would take a multiple of that.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/files/text_sink.hpp"

namespace exonweave {

/// As JSON has it, with what is no Unicode replaced.
std::string json_text(std::string_view text);

/// Writes an object as its columns come. A value is a number (null for one that is none), a text, or a list of numbers.
class column_writer {
 public:
  explicit column_writer(const text_sink& sink) : sink_(sink) { append("{"); }

  /// An object within, up to end().
  void begin(std::string_view name);
  void end();
  /// The outermost object, after all.
  void finish();

  /// value_of(item) for each of them, unless all are nothing: null, or empty texts and lists.
  template <class Items, class Value>
  void add(std::string_view name, const Items& items, const Value& value_of) {
    if (!std::ranges::all_of(items, [&](const auto& item) { return is_nothing(value_of(item)); }))
      add_all(name, items, value_of);
  }

  /// The same whatever they are.
  template <class Items, class Value>
  void add_all(std::string_view name, const Items& items, const Value& value_of) {
    add_key(name);
    append("[");
    bool is_first = true;
    for (const auto& item : items) {
      if (!std::exchange(is_first, false)) append(",");
      append_value(value_of(item));
    }
    append("]");
  }

 private:
  using numbers = std::span<const std::uint32_t>;

  static bool is_nothing(double value) { return value != value; }
  static bool is_nothing(const std::optional<std::int64_t>& value) { return !value; }
  static bool is_nothing(std::string_view value) { return value.empty(); }
  static bool is_nothing(numbers values) { return values.empty(); }

  void append_value(double value);
  void append_value(const std::optional<std::int64_t>& value);
  void append_value(std::string_view value);
  void append_value(numbers values);

  void add_key(std::string_view name);
  void append(std::string_view text);

  const text_sink& sink_;
  std::string waiting_;
  bool is_first_key_ = true;
};

}  // namespace exonweave
