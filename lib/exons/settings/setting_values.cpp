#include "exons/settings/setting_values.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/files/file_text.hpp"

namespace exonweave {
namespace {

constexpr double rounding = 4e-16;  // of a double, as a fraction of it

}  // namespace

value_fault read_integer(std::string_view text, bool is_plain, std::int64_t least, std::int64_t most,
                         std::int64_t& value) {
  const auto number = is_plain ? parse_plain_integer(text) : std::nullopt;
  if (number && least <= *number && *number <= most) {
    value = *number;
    return {};
  }
  return {number ? "is out of range" : "is not a whole number",
          fmt::format("digits for a number from {} to {}", least, most)};
}

value_fault read_score(std::string_view text, bool is_plain, score_unit unit, std::int64_t least, std::int64_t most,
                       written_score& value) {
  const auto number = is_plain ? parse_written_score(text) : std::nullopt;
  const bool is_held = number && unit.holds(*number);
  if (is_held && least <= *number && *number <= most) {
    value = *number;
    return {};
  }
  const bool may_be_half = unit == score_unit::halves();
  return {
      is_held       ? "is out of range"
      : may_be_half ? "is not a whole or half number"
                    : "is not a whole number",
      fmt::format("digits for a number from {} to {}{}", least, most, may_be_half ? ", with .5 at its end or not" : ""),
      std::string(number && !is_held ? halves_hint : "")};
}

value_fault read_cost(std::string_view text, bool is_plain, score_unit unit, written_score& value) {
  return read_score(text, is_plain, unit, 0, largest_cost, value);
}

value_fault read_decimal(std::string_view text, bool is_plain, double least, double most, std::string_view what,
                         double& value) {
  const auto number = is_plain ? parse_plain_decimal(text) : std::nullopt;
  if (number && least <= *number && *number <= most) {
    value = *number;
    return {};
  }
  return {fmt::format("is not {}", what), fmt::format("a decimal number from {} to {}", least, most)};
}

value_fault read_cost_per_kb(std::string_view text, bool is_plain, double& value) {
  double read = 0;
  auto fault = read_decimal(text, is_plain, 0, largest_cost, "a cost", read);
  const double millionths = read * 1e6;
  if (std::abs(millionths - std::round(millionths)) > rounding * millionths)
    fault = {"is too fine", "at most 6 digits after the point"};
  if (fault.what.empty()) value = read;
  return fault;
}

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool is_text(std::string_view text) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; };
  if (std::ranges::any_of(text, is_control)) return false;
  return nlohmann::json::parse(quoted(std::string(text))).get<std::string>() == text;  // else bytes are replaced
}

}  // namespace exonweave
