#include "base/files/file_text.hpp"

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

namespace {

// The value of a hexadecimal digit; -1: not one.
int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

// The byte of the escape that begins at text[position] == '%'; -1: not an escape.
int escaped_byte(std::string_view text, std::size_t position) {
  if (position + 2 >= text.size()) return -1;
  const int high = hex_value(text[position + 1]);
  const int low = hex_value(text[position + 2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

bool is_reserved(char c) { return is_control(c) || std::string_view("%;=&,").find(c) != std::string_view::npos; }

bool is_plain_in_seqid(char c) {
  constexpr std::string_view punctuation = ".:^*$@!+_?-|";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         punctuation.find(c) != std::string_view::npos;
}

template <class Predicate>
std::string encode_if(std::string_view text, Predicate is_encoded) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    if (!is_encoded(c)) {
      encoded += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    encoded += {'%', digits[byte / 16], digits[byte % 16]};
  }
  return encoded;
}

}  // namespace

std::string percent_decode(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t position = 0; position < text.size(); ++position) {
    const int byte = text[position] == '%' ? escaped_byte(text, position) : -1;
    decoded += byte < 0 ? text[position] : static_cast<char>(byte);
    if (byte >= 0) position += 2;
  }
  return decoded;
}

std::string_view bad_percent_escape(std::string_view text) {
  for (std::size_t position = text.find('%'); position != std::string_view::npos;
       position = text.find('%', position + 1))
    if (escaped_byte(text, position) < 0) return text.substr(position, 3);
  return {};
}

std::string percent_encode(std::string_view text) { return encode_if(text, is_reserved); }

std::string percent_encode_controls(std::string_view text) { return encode_if(text, is_control); }

std::string percent_encode_seqid(std::string_view name) {
  return encode_if(name, [](char c) { return !is_plain_in_seqid(c); });
}

}  // namespace exonweave
