#include "exons/scoring/scoring_options.hpp"

#include <fmt/format.h>

#include <array>

#include "base/files/numbers.hpp"

namespace exonweave {
namespace {

scoring_options default_scoring(molecule kind) {
  scoring_options options;
  if (kind == molecule::dna) return options;
  options.gap_open = 11;
  options.gap_extend = 1;
  options.coding_end_open = 12;
  options.coding_end_extend = 0;
  options.introns = {{30, 0.25}};
  options.min_intron = 30;
  options.type_mismatch = 0;
  options.splice_model = auto_splice_model;
  options.min_site = -40;
  options.open_end = 0;
  options.cut_intron = 10;
  options.extend_starts = true;
  options.disruption = 28;
  return options;
}

scoring_options paper_scoring(molecule kind) {
  scoring_options options;
  options.match = 1;
  options.mismatch = -1;
  options.gap_extend = kind == molecule::dna ? 1 : 8;
  options.introns = {{.cost = 0}};
  options.type_mismatch = 0;
  options.min_intron = 0;
  options.free_target_ends = false;
  options.sites.gc_donor = 0;
  return options;
}

}  // namespace

score_unit unit_of(const scoring_options& options, molecule kind) {
  return kind == molecule::protein && options.preset != "paper" ? score_unit::halves() : score_unit::whole();
}

std::vector<std::string> preset_names() { return {"default", "global", "paper"}; }

std::optional<scoring_options> preset_scoring(const std::string& name, molecule kind) {
  scoring_options options = name == "paper" ? paper_scoring(kind) : default_scoring(kind);
  if (name == "global")
    options.free_target_ends = false;
  else if (name != "default" && name != "paper")
    return std::nullopt;
  options.preset = name;
  return options;
}

namespace {

constexpr double largest_site_weight = 1'000;
constexpr std::string_view off = "off";

// Keys are made from how to reach an option: a function from options, const or not, to a reference.

template <class Reach>
scoring_key integer_key(std::string_view name, Reach reach, std::int64_t least, std::int64_t most) {
  return {name,
          [=](scoring_options& options, std::string_view text, bool is_plain, score_unit) {
            std::int64_t value = reach(options);
            auto fault = read_integer(text, is_plain, least, most, value);
            reach(options) = static_cast<std::remove_reference_t<decltype(reach(options))>>(value);
            return fault;
          },
          [=](const scoring_options& options) { return fmt::format("{}", reach(options)); }};
}

template <class Reach>
scoring_key cost_key(std::string_view name, Reach reach) {
  return {name,
          [=](scoring_options& options, std::string_view text, bool is_plain, score_unit unit) {
            return read_cost(text, is_plain, unit, reach(options));
          },
          [=](const scoring_options& options) { return to_string(reach(options)); }};
}

// A number that may be off.
template <class Reach>
scoring_key optional_integer_key(std::string_view name, Reach reach, std::int64_t least, std::int64_t most) {
  return {name,
          [=](scoring_options& options, std::string_view text, bool is_plain, score_unit) {
            if (text == off) {
              reach(options) = std::nullopt;
              return value_fault{};
            }
            std::int64_t value = 0;
            auto fault = read_integer(text, is_plain, least, most, value);
            if (fault.what.empty())
              reach(options) = value;
            else
              fault.need = fmt::format("{}, or {}", fault.need, off);
            return fault;
          },
          [=](const scoring_options& options) {
            const auto& number = reach(options);
            return number ? fmt::format("{}", *number) : quoted(std::string(off));
          }};
}

// A score that may be off.
template <class Reach>
scoring_key optional_score_key(std::string_view name, Reach reach, std::int64_t least, std::int64_t most) {
  return {name,
          [=](scoring_options& options, std::string_view text, bool is_plain, score_unit unit) {
            if (text == off) {
              reach(options) = std::nullopt;
              return value_fault{};
            }
            written_score value;
            auto fault = read_score(text, is_plain, unit, least, most, value);
            if (fault.what.empty())
              reach(options) = value;
            else
              fault.need = fmt::format("{}, or {}", fault.need, off);
            return fault;
          },
          [=](const scoring_options& options) {
            const auto& score = reach(options);
            return score ? to_string(*score) : quoted(std::string(off));
          }};
}

template <class Reach>
scoring_key optional_cost_key(std::string_view name, Reach reach) {
  return optional_score_key(name, reach, 0, largest_cost);
}

template <class Reach>
scoring_key weight_key(std::string_view name, Reach reach, double most) {
  return {name,
          [=](scoring_options& options, std::string_view text, bool is_plain, score_unit) {
            return read_decimal(text, is_plain, 0, most, "a weight", reach(options));
          },
          [=](const scoring_options& options) { return plain_decimal(reach(options)); }};
}

template <class Reach>
scoring_key slope_key(std::string_view name, Reach reach) {
  return {name,
          [=](scoring_options& options, std::string_view text, bool is_plain, score_unit) {
            return read_cost_per_kb(text, is_plain, reach(options));
          },
          [=](const scoring_options& options) { return plain_decimal(reach(options)); }};
}

// DNA targets have no use for it.
scoring_key for_proteins(scoring_key key) {
  key.is_for_proteins = true;
  return key;
}

template <class Reach>
scoring_key flag_key(std::string_view name, Reach reach) {
  return {name,
          [=](scoring_options& options, std::string_view text, bool is_plain, score_unit) {
            const bool is_word = is_plain && (text == "true" || text == "false");
            if (!is_word) return value_fault{"is not a truth value", "true or false"};
            reach(options) = text == "true";
            return value_fault{};
          },
          [=](const scoring_options& options) { return std::string(reach(options) ? "true" : "false"); }};
}

template <class Reach>
scoring_key name_key(std::string_view name, Reach reach) {
  return {name,
          [=](scoring_options& options, std::string_view text, bool, score_unit) {
            if (text.empty()) return value_fault{"is empty", "a name or a path"};
            if (!is_text(text)) return value_fault{"is no text", "UTF-8 without control characters"};
            reach(options) = std::string(text);
            return value_fault{};
          },
          [=](const scoring_options& options) { return quoted(reach(options)); }};
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
      for_proteins(optional_cost_key(
          "coding_end_open", [](auto& options) -> auto& { return options.coding_end_open; })),
      for_proteins(cost_key(
          "coding_end_extend", [](auto& options) -> auto& { return options.coding_end_extend; })),
      cost_key(
          "intron", [](auto& options) -> auto& { return options.introns.front().cost; }),
      slope_key(
          "intron_per_kb", [](auto& options) -> auto& { return options.introns.front().per_kb; }),
      integer_key(
          "min_intron", [](auto& options) -> auto& { return options.min_intron; }, 0, longest_intron),
      optional_integer_key(
          "max_intron", [](auto& options) -> auto& { return options.max_intron; }, 0, longest_intron),
      flag_key(
          "free_target_ends", [](auto& options) -> auto& { return options.free_target_ends; }),
      for_proteins(flag_key(
          "extend_starts", [](auto& options) -> auto& { return options.extend_starts; })),
      cost_key(
          "type_mismatch", [](auto& options) -> auto& { return options.type_mismatch; }),
      name_key(
          "splice_model", [](auto& options) -> auto& { return options.splice_model; }),
      weight_key(
          "splice_weight", [](auto& options) -> auto& { return options.sites.splice_weight; }, largest_site_weight),
      weight_key(
          "start_weight", [](auto& options) -> auto& { return options.sites.start_weight; }, largest_site_weight),
      cost_key(
          "gc_donor", [](auto& options) -> auto& { return options.sites.gc_donor; }),
      optional_cost_key(
          "at_ac", [](auto& options) -> auto& { return options.sites.at_ac; }),
      optional_cost_key(
          "noncanonical", [](auto& options) -> auto& { return options.sites.noncanonical; }),
      optional_score_key(
          "min_site", [](auto& options) -> auto& { return options.min_site; }, -largest_score, largest_score),
      for_proteins(optional_cost_key(
          "frameshift", [](auto& options) -> auto& { return options.frameshift; })),
      for_proteins(optional_cost_key(
          "internal_stop", [](auto& options) -> auto& { return options.internal_stop; })),
      for_proteins(optional_cost_key(
          "disruption", [](auto& options) -> auto& { return options.disruption; })),
      for_proteins(optional_cost_key(
          "incomplete", [](auto& options) -> auto& { return options.incomplete; })),
      for_proteins(optional_cost_key(
          "open_end", [](auto& options) -> auto& { return options.open_end; })),
      for_proteins(optional_cost_key(
          "cut_intron", [](auto& options) -> auto& { return options.cut_intron; })),
      weight_key(
          "candidate_weight", [](auto& options) -> auto& { return options.candidate_weight; },
          static_cast<double>(largest_cost)),
  };
  return keys;
}

}  // namespace exonweave
