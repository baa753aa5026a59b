// Decimal numbers as people must write them in our files, and the shortest text that reads back to a number.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace exonweave {

/// The number, or nothing for anything but digits with at most one point among them and at most a minus before
/// them: no blanks, +5, 00.1, 1e3, inf, nan.
std::optional<double> parse_plain_decimal(std::string_view text);

/// The shortest decimal without an exponent that parse_plain_decimal reads back to the same value. `value` is finite.
std::string plain_decimal(double value);

}  // namespace exonweave
