#include "base/files/numbers.hpp"

#include <array>
#include <charconv>
#include <system_error>

namespace exonweave {
namespace {

template <class Number>
parsed_number<Number> parse(std::string_view text) {
  parsed_number<Number> parsed;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto [stop, error] = std::from_chars(begin, end, parsed.value);
  if (stop != end || error == std::errc::invalid_argument) return parsed;
  parsed.fault = error == std::errc() ? number_fault::none : number_fault::out_of_range;
  return parsed;
}

}  // namespace

parsed_number<std::int64_t> parse_integer(std::string_view text) { return parse<std::int64_t>(text); }

parsed_number<double> parse_real(std::string_view text) {
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
  return parse<double>(plus ? text.substr(1) : text);
}

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

std::optional<std::int64_t> parse_plain_integer(std::string_view text) {
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  if (digits.size() > 1 && digits.front() == '0') return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace exonweave
