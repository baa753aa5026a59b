// Numbers from text, independent of the locale. The whole text must be the number.
#pragma once

#include <cstdint>
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

}  // namespace exonweave
