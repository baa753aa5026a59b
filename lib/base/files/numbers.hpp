// Numbers as text, independent of the locale, read back to the same value. The whole text must be the number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace exonweave {

enum class number_fault : std::uint8_t { none, malformed, out_of_range };

template <class Number>
struct parsed_number {
  Number value{};  // meaningless unless ok()
  number_fault fault = number_fault::malformed;

  [[nodiscard]] bool ok() const { return fault == number_fault::none; }
};

/// Decimal digits with an optional minus sign; out_of_range beyond 64 bits.
parsed_number<std::int64_t> parse_integer(std::string_view text);

/// Decimal, with an optional sign and exponent; "nan" and "inf" are read as such; out_of_range beyond a
/// double.
parsed_number<double> parse_real(std::string_view text);

// Decimal numbers as people must write them in our files, and the shortest text that reads back to a number.

/// The number, or nothing for anything but digits with at most one point among them and at most a minus before
/// them: no blanks, +5, 00.1, 1e3, inf, nan.
std::optional<double> parse_plain_decimal(std::string_view text);

/// The shortest decimal without an exponent that parse_plain_decimal reads back to the same value. `value` is finite.
std::string plain_decimal(double value);

// Whole numbers as people must write them: digits without a leading zero, at most a minus before them.

/// The number, or nothing for anything but -?(0|[1-9][0-9]*) that fits 64 bits: no blanks, +5, 010, 1e3, 1.0,
/// 0x1.
std::optional<std::int64_t> parse_plain_integer(std::string_view text);

}  // namespace exonweave
