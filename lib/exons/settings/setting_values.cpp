#include "exons/settings/setting_values.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/files/file_text.hpp"

namespace exonweave {

namespace {

constexpr std::string_view half = ".5";
constexpr std::int64_t largest_whole = std::numeric_limits<std::int64_t>::max() / 4;

}  // namespace

std::optional<written_score> parse_written_score(std::string_view text) {
  const bool has_half = text.ends_with(half);
  const auto whole = parse_plain_integer(text.substr(0, text.size() - (has_half ? half.size() : 0)));
  if (!whole || *whole < -largest_whole || *whole > largest_whole) return std::nullopt;
  if (!has_half) return written_score(*whole);
  return written_score::of_halves(2 * *whole + (text.starts_with('-') ? -1 : 1));
}

std::string to_string(written_score score) {
  const std::int64_t whole = score.halves() / 2;
  if (score.is_whole()) return std::to_string(whole);
  return (score.halves() == -1 ? "-0" : std::to_string(whole)) + std::string(half);
}

spliced::score score_unit::inside(written_score score) const {
  if (!holds(score)) throw std::invalid_argument("a half where scores are whole numbers");
  const std::int64_t exact = per_written_ == 2 ? score.halves() : score.halves() / 2;
  using limits = std::numeric_limits<spliced::score>;
  if (exact < limits::min() || exact > limits::max()) throw std::range_error("a score is out of range");
  return static_cast<spliced::score>(exact);
}

std::optional<spliced::score> score_unit::inside(const std::optional<written_score>& score) const {
  return score ? std::optional(inside(*score)) : std::nullopt;
}

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
