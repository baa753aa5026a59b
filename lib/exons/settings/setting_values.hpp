// The values of settings files: numbers and texts as people must write them, or what is wrong with them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "exons/settings/score_unit.hpp"

namespace exonweave {

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
