// The values of settings files: numbers and texts as people must write them, or what is wrong with them.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "spliced/scoring/score.hpp"

namespace exonweave {

// The unit of scores: what people write and read, in whole and half numbers, and the integers that are computed with.

/// A score or cost as files and options state it: a multiple of one half, kept exactly. For proteins one is a half-bit.
class written_score {
 public:
  constexpr written_score(std::int64_t whole = 0) : halves_(2 * whole) {}  // NOLINT: numbers are scores
  static constexpr written_score of_halves(std::int64_t halves) {
    written_score made;
    made.halves_ = halves;
    return made;
  }

  [[nodiscard]] constexpr std::int64_t halves() const { return halves_; }
  [[nodiscard]] constexpr bool is_whole() const { return halves_ % 2 == 0; }
  constexpr auto operator<=>(const written_score&) const = default;

 private:
  std::int64_t halves_;
};

/// The score, or nothing for anything but -?(0|[1-9][0-9]*)(.5)? that fits: no blanks, +5, 010, 1e3, 1.0, 1.50, .5.
std::optional<written_score> parse_written_score(std::string_view text);

/// "40", "40.5", "-0.5": what parse_written_score reads back.
std::string to_string(written_score score);

/// How many integers of the computation make one that is written. Everything before and after it (files, options,
/// outputs) is in written units; graphs, engines, paths and models hold integers.
class score_unit {
 public:
  /// As written: DNA targets, and the recurrence of the paper.
  static constexpr score_unit whole() { return score_unit(1); }
  /// Halves of what is written: for proteins quarters of a bit, since half-bits are too coarse for splice sites.
  static constexpr score_unit halves() { return score_unit(2); }

  [[nodiscard]] constexpr int per_written() const { return per_written_; }
  [[nodiscard]] constexpr bool holds(written_score score) const { return score.is_whole() || per_written_ == 2; }

  /// What is computed with. Throws std::invalid_argument for a half that the unit does not hold, std::range_error for
  /// what does not fit.
  [[nodiscard]] spliced::score inside(written_score score) const;
  [[nodiscard]] std::optional<spliced::score> inside(const std::optional<written_score>& score) const;

  /// What is written of a score, a difference or a sum of scores.
  [[nodiscard]] constexpr written_score written(std::int64_t inside) const {
    return written_score::of_halves(per_written_ == 2 ? inside : 2 * inside);
  }
  /// The same for formats that have whole numbers only: rounded down.
  [[nodiscard]] constexpr std::int64_t whole_written(std::int64_t inside) const {
    return written(inside).halves() >> 1;
  }
  [[nodiscard]] std::string text(std::int64_t inside) const { return to_string(written(inside)); }

  constexpr bool operator==(const score_unit&) const = default;

 private:
  explicit constexpr score_unit(int per_written) : per_written_(per_written) {}
  int per_written_;  // 1 or 2
};

/// What to say about a half where scores are whole numbers.
constexpr std::string_view halves_hint =
    "halves are for protein targets; with DNA targets and with preset paper scores are whole numbers";

constexpr std::int64_t largest_score = 10'000;
constexpr std::int64_t largest_cost = 1'000'000;

/// What is wrong with a value; an empty `what`: nothing.
struct value_fault {
  std::string what{};  // "is not a whole number"
  std::string need{};  // "digits for a number from 0 to 10"
  std::string hint{};
};

/// Plain digits for a number in [least, most].
value_fault read_integer(std::string_view text, bool is_plain, std::int64_t least, std::int64_t most,
                         std::int64_t& value);

/// A score in [least, most] that the unit holds: plain digits, and .5 where halves may be.
value_fault read_score(std::string_view text, bool is_plain, score_unit unit, std::int64_t least, std::int64_t most,
                       written_score& value);

/// The same in [0, largest_cost].
value_fault read_cost(std::string_view text, bool is_plain, score_unit unit, written_score& value);

/// A cost per 1,000 nt: a decimal number in [0, largest_cost], which is computed with in millionths (see length_slope).
value_fault read_cost_per_kb(std::string_view text, bool is_plain, double& value);

/// A decimal number in [least, most], without an exponent. `what` says what it is not: "a weight".
value_fault read_decimal(std::string_view text, bool is_plain, double least, double most, std::string_view what,
                         double& value);

/// A text in quotes, as JSON and YAML want it.
std::string quoted(const std::string& text);

/// Whether `quoted` keeps a text as it is: UTF-8 without control characters.
bool is_text(std::string_view text);

}  // namespace exonweave
