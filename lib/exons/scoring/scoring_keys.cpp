#include "exons/scoring/scoring_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "exons/io/plain_decimal.hpp"
#include "exons/io/plain_integer.hpp"

namespace exonweave {
namespace {

constexpr std::int64_t longest_min_intron = 1'000'000'000;
constexpr double largest_site_weight = 1'000;
constexpr std::string_view off = "off";

// Keys are made from how to reach an option: a function from options, const or not, to a reference.

template <class Reach>
scoring_key integer_key(std::string_view name, Reach reach, std::int64_t least, std::int64_t most) {
  return {name,
          [=](scoring_options& to, std::string_view text, bool is_plain) {
            std::int64_t value = reach(to);
            auto fault = read_integer(text, is_plain, least, most, value);
            reach(to) = static_cast<std::remove_reference_t<decltype(reach(to))>>(value);
            return fault;
          },
          [=](const scoring_options& from) { return fmt::format("{}", reach(from)); }};
}

template <class Reach>
scoring_key cost_key(std::string_view name, Reach reach) {
  return integer_key(name, reach, 0, largest_cost);
}

// A cost that may be off.
template <class Reach>
scoring_key optional_cost_key(std::string_view name, Reach reach) {
  return {name,
          [=](scoring_options& to, std::string_view text, bool is_plain) {
            if (text == off) {
              reach(to) = std::nullopt;
              return value_fault{};
            }
            std::int64_t value = 0;
            auto fault = read_integer(text, is_plain, 0, largest_cost, value);
            if (fault.what.empty())
              reach(to) = static_cast<int>(value);
            else
              fault.need = fmt::format("{}, or {}", fault.need, off);
            return fault;
          },
          [=](const scoring_options& from) {
            const auto& cost = reach(from);
            return cost ? fmt::format("{}", *cost) : quoted(std::string(off));
          }};
}

template <class Reach>
scoring_key weight_key(std::string_view name, Reach reach, double most) {
  return {name,
          [=](scoring_options& to, std::string_view text, bool is_plain) {
            return read_decimal(text, is_plain, 0, most, "a weight", reach(to));
          },
          [=](const scoring_options& from) { return plain_decimal(reach(from)); }};
}

template <class Reach>
scoring_key flag_key(std::string_view name, Reach reach) {
  return {name,
          [=](scoring_options& to, std::string_view text, bool is_plain) {
            const bool is_word = is_plain && (text == "true" || text == "false");
            if (!is_word) return value_fault{"is not a truth value", "true or false"};
            reach(to) = text == "true";
            return value_fault{};
          },
          [=](const scoring_options& from) { return std::string(reach(from) ? "true" : "false"); }};
}

template <class Reach>
scoring_key name_key(std::string_view name, Reach reach) {
  return {name,
          [=](scoring_options& to, std::string_view text, bool) {
            if (text.empty()) return value_fault{"is empty", "a name or a path"};
            if (!is_text(text)) return value_fault{"is no text", "UTF-8 without control characters"};
            reach(to) = std::string(text);
            return value_fault{};
          },
          [=](const scoring_options& from) { return quoted(reach(from)); }};
}

}  // namespace

std::span<const scoring_key> scoring_keys() {
  static const std::array keys = {
      integer_key(
          "match", [](auto& options) -> auto& { return options.match; }, -largest_score, largest_score),
      integer_key(
          "mismatch", [](auto& options) -> auto& { return options.mismatch; }, -largest_score, largest_score),
      name_key(
          "protein_matrix", [](auto& options) -> auto& { return options.protein_matrix; }),
      cost_key(
          "gap_open", [](auto& options) -> auto& { return options.gap_open; }),
      cost_key(
          "gap_extend", [](auto& options) -> auto& { return options.gap_extend; }),
      optional_cost_key(
          "coding_end_open", [](auto& options) -> auto& { return options.coding_end_open; }),
      cost_key(
          "coding_end_extend", [](auto& options) -> auto& { return options.coding_end_extend; }),
      cost_key(
          "intron", [](auto& options) -> auto& { return options.intron; }),
      cost_key(
          "intron_per_kb", [](auto& options) -> auto& { return options.intron_per_kb; }),
      integer_key(
          "min_intron", [](auto& options) -> auto& { return options.min_intron; }, 0, longest_min_intron),
      flag_key(
          "free_target_ends", [](auto& options) -> auto& { return options.free_target_ends; }),
      cost_key(
          "type_mismatch", [](auto& options) -> auto& { return options.type_mismatch; }),
      name_key(
          "splice_model", [](auto& options) -> auto& { return options.splice_model; }),
      weight_key(
          "splice_weight", [](auto& options) -> auto& { return options.sites.splice_weight; },
          largest_site_weight),
      weight_key(
          "start_weight", [](auto& options) -> auto& { return options.sites.start_weight; },
          largest_site_weight),
      cost_key(
          "gc_donor", [](auto& options) -> auto& { return options.sites.gc_donor; }),
      optional_cost_key(
          "at_ac", [](auto& options) -> auto& { return options.sites.at_ac; }),
      optional_cost_key(
          "noncanonical", [](auto& options) -> auto& { return options.sites.noncanonical; }),
      optional_cost_key(
          "frameshift", [](auto& options) -> auto& { return options.frameshift; }),
      optional_cost_key(
          "internal_stop", [](auto& options) -> auto& { return options.internal_stop; }),
      optional_cost_key(
          "incomplete", [](auto& options) -> auto& { return options.incomplete; }),
      weight_key(
          "candidate_weight", [](auto& options) -> auto& { return options.candidate_weight; },
          static_cast<double>(largest_cost)),
  };
  return keys;
}

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

value_fault read_decimal(std::string_view text, bool is_plain, double least, double most,
                         std::string_view what, double& value) {
  const auto number = is_plain ? parse_plain_decimal(text) : std::nullopt;
  if (number && least <= *number && *number <= most) {
    value = *number;
    return {};
  }
  return {fmt::format("is not {}", what), fmt::format("a decimal number from {} to {}", least, most)};
}

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool is_text(std::string_view text) {
  const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; };
  if (std::ranges::any_of(text, is_control)) return false;
  return nlohmann::json::parse(quoted(std::string(text))).get<std::string>() ==
         text;  // else bytes are replaced
}

}  // namespace exonweave
