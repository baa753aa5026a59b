#include "exons/settings/score_unit.hpp"

#include <limits>
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

}  // namespace exonweave
