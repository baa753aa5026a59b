// The text of files: where it goes, numbers in it, and the %XX escapes of GFF3.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace exonweave {

/// Takes the text of an output piece by piece.
using text_sink = std::function<void(std::string_view)>;

// Numbers, independent of the locale, read back to the same value. The whole text must be the number.

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

// The %XX escapes of GFF3 columns and attributes.

/// Replaces each %XX (two hexadecimal digits) by its byte; anything else, a bad escape too, stays as it is.
std::string percent_decode(std::string_view text);

/// The first '%' that two hexadecimal digits do not follow, with up to two bytes after it; empty: none.
std::string_view bad_percent_escape(std::string_view text);

/// Escapes what GFF3 reserves in attribute values: control characters, '%', ';', '=', '&' and ','.
std::string percent_encode(std::string_view text);

/// Escapes control characters alone, for formats that know no escapes.
std::string percent_encode_controls(std::string_view text);

/// Escapes all that GFF3 does not allow in its first column: anything but letters, digits and .:^*$@!+_?-|
std::string percent_encode_seqid(std::string_view name);

}  // namespace exonweave
