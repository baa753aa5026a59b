#include "base/files/plain_decimal.hpp"

#include <array>
#include <charconv>

namespace exonweave {

std::optional<double> parse_plain_decimal(std::string_view text) {
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  if (digits.empty() || digits.find_first_not_of("0123456789.") != std::string_view::npos) return std::nullopt;
  if (digits.size() > 1 && digits[0] == '0' && digits[1] != '.') return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string plain_decimal(double value) {
  std::array<char, 400> digits{};  // the shortest form of a double has under 345 characters
  const auto [end, error] =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed);
  return {digits.data(), end};
}

}  // namespace exonweave
