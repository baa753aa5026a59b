#include "base/files/parse_number.hpp"

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

}  // namespace exonweave
