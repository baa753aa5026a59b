#include "exons/candidates/candidates.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "base/files/file_text.hpp"
#include "base/files/line_reader.hpp"
#include "exons/candidates/candidate_file.hpp"

namespace exonweave {

candidate_set read_candidates(const std::vector<std::string>& paths, const candidate_options& options,
                              const sequence_catalog& sequences, report& problems) {
  candidate_set set;
  if (sequences.size() == 0) return set;
  std::vector<candidate_exon> all;
  for (const auto& path : paths) {
    line_reader lines(path);
    if (lines.is_foreign_text(problems)) continue;
    const candidate_source source{lines.source().name(), static_cast<std::uint32_t>(set.sources.size()), sequences,
                                  problems};
    candidate_file file(source, options);
    file.read(lines);
    auto exons = file.finish();
    lines.warn_if_cut(problems);
    set.sources.push_back(path);
    set.formats.push_back(file.format().value_or(candidate_format::gff3));
    all.insert(all.end(), std::make_move_iterator(exons.begin()), std::make_move_iterator(exons.end()));
  }
  set.exons = merge_candidates(std::move(all));
  return set;
}
// Exons of all files in one order that depends on nothing but the exons, equal ones as one.

namespace {

template <class Exon>
auto key(const Exon& exon) {
  return std::tuple(exon.sequence, exon.where.start, exon.where.end, exon.on, exon.phase, exon.type);
}

// A missing number comes after every other.
double rank(double value) { return std::isnan(value) ? -std::numeric_limits<double>::infinity() : value; }

bool comes_first(const candidate_exon& a, const candidate_exon& b) {
  if (key(a) != key(b)) return key(a) < key(b);
  if (a.source != b.source) return a.source < b.source;
  if (a.tool != b.tool) return a.tool < b.tool;
  if (rank(a.score) != rank(b.score)) return rank(a.score) > rank(b.score);
  if (rank(a.probability) != rank(b.probability)) return rank(a.probability) > rank(b.probability);
  return a.id < b.id;
}

}  // namespace

std::vector<merged_exon> merge_candidates(std::vector<candidate_exon> exons) {
  std::sort(exons.begin(), exons.end(), comes_first);
  std::vector<merged_exon> merged;
  for (auto& exon : exons) {
    if (merged.empty() || key(merged.back()) != key(exon))
      merged.push_back({exon.sequence, exon.where, exon.on, exon.phase, exon.type, {}});
    auto& statements = merged.back().statements;
    if (statements.empty() || statements.back().source != exon.source || statements.back().tool != exon.tool)
      statements.push_back({exon.source, exon.score, exon.probability, std::move(exon.id), std::move(exon.tool)});
  }
  return merged;
}
// The words by which gene finders name the kinds of coding exons.

namespace {

using named_type = std::pair<std::string_view, exon_type>;

constexpr std::array<named_type, 10> words{{{"first", exon_type::initial},
                                            {"initial", exon_type::initial},
                                            {"init", exon_type::initial},
                                            {"internal", exon_type::internal},
                                            {"intr", exon_type::internal},
                                            {"terminal", exon_type::terminal},
                                            {"term", exon_type::terminal},
                                            {"last", exon_type::terminal},
                                            {"single", exon_type::single},
                                            {"sngl", exon_type::single}}};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_word(std::string_view text, std::string_view lower_case) {
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return lower(a) == b; });
}

}  // namespace

exon_type exon_type_from(std::string_view word) {
  const auto* const found =
      std::find_if(words.begin(), words.end(), [&](const named_type& w) { return same_word(word, w.first); });
  return found == words.end() ? exon_type::unknown : found->second;
}

std::string_view to_string(exon_type type) {
  switch (type) {
    case exon_type::initial:
      return "initial";
    case exon_type::internal:
      return "internal";
    case exon_type::terminal:
      return "terminal";
    case exon_type::single:
      return "single";
    case exon_type::unknown:
      break;
  }
  return "unknown";
}

namespace {

constexpr std::size_t longest_kept = 200;  // bytes of a value kept for its message, which shows fewer
constexpr std::string_view whole_number = "a whole number from 1 to 9223372036854775807";

problem_report reported(const std::string& path, std::uint64_t line, const complaint& about) {
  return {{path, line}, about.what, std::string(about.got.substr(0, longest_kept)), about.need, about.hint};
}

}  // namespace

void candidate_source::error(std::uint64_t line, const complaint& about) const {
  problems.error(reported(path, line, about));
}

void candidate_source::warn(std::uint64_t line, const complaint& about) const {
  problems.warn(reported(path, line, about));
}

std::optional<std::size_t> candidate_source::find_sequence(std::string_view name) const {
  const auto found = sequences.find(name);
  if (found || growing == nullptr) return found;
  return growing->add(std::string(name), std::numeric_limits<std::int64_t>::max());
}

std::optional<std::size_t> candidate_source::sequence(std::uint64_t line, std::string_view name) const {
  const auto found = find_sequence(name);
  if (found) return found;
  const bool is_shown = problems.error_count() < report::max_errors;  // the search for near names costs time
  error(line, {.what = "unknown sequence",
               .got = name,
               .need = "the name of a sequence of the genome",
               .hint = is_shown ? nearest_hint(name, sequences) : ""});
  return std::nullopt;
}

std::optional<std::int64_t> candidate_source::position(std::uint64_t line, const std::string& column,
                                                       std::string_view text) const {
  const auto number = parse_integer(text);
  if (number.ok() && number.value > 0) return number.value;
  if (number.ok() && number.value == 0)
    error(line, {.what = column + " is 0",
                 .got = text,
                 .need = "at least 1",
                 .hint = "0-based? Positions in this format count from 1"});
  else if (number.ok())
    error(line, {.what = column + " is negative", .got = text, .need = "at least 1"});
  else if (number.fault == number_fault::out_of_range)
    error(line, {.what = column + " does not fit 64 bits", .got = text, .need = std::string(whole_number)});
  else
    error(line, {.what = column + " is not a whole number", .got = text, .need = std::string(whole_number)});
  return std::nullopt;
}

std::optional<double> candidate_source::score(std::uint64_t line, std::string_view text) const {
  const auto number = parse_real(text);
  if (number.ok() && std::isfinite(number.value)) return number.value;
  const bool is_number = number.ok() || number.fault == number_fault::out_of_range;
  error(line,
        {is_number ? "score is not a finite number" : "score is not a number", text, "a finite decimal number or '.'"});
  return std::nullopt;
}

bool candidate_source::inside(std::uint64_t line, interval where, std::int64_t length) const {
  if (where.end <= length) return true;
  error(line, {.what = "end lies beyond the sequence",
               .got = fmt::format("{}..{}", where.start + 1, where.end),
               .need = fmt::format("1..{}", length)});
  return false;
}

std::string nearest_hint(std::string_view name, const sequence_catalog& sequences) {
  constexpr std::size_t longest_name = 256;  // bytes; the distance costs the product of the lengths
  if (name.size() > longest_name) return "";
  const auto names = nearest_names(name, sequences.names());
  return names.empty() ? "" : fmt::format("did you mean {}?", fmt::join(names, ", "));
}

namespace {

constexpr std::array<std::string_view, 3> unit_names = {"raw", "log_odds_bits", "posterior"};  // by evidence_unit

const evidence_scale* scale_of(const std::vector<evidence_scale>& scales, std::string_view source) {
  const auto found = std::find_if(scales.begin(), scales.end(),
                                  [source](const evidence_scale& scale) { return scale.source == source; });
  return found == scales.end() ? nullptr : &*found;
}

// GENSCAN states a probability next to its score.
double posterior_of(const merged_exon::statement& statement) {
  return std::isnan(statement.probability) ? statement.score : statement.probability;
}

double log_odds_bits(double probability) {
  const double p = std::clamp(probability, min_posterior, 1 - min_posterior);
  return std::log2(p / (1 - p));
}

// NaN when the statement has no score.
double half_bits(const evidence_scale& scale, const merged_exon::statement& statement) {
  switch (scale.unit) {
    case evidence_unit::raw:
      return scale.weight * (statement.score - scale.offset);
    case evidence_unit::log_odds_bits:
      return 2 * scale.weight * (statement.score - scale.offset);
    case evidence_unit::posterior:
      return 2 * scale.weight * (log_odds_bits(posterior_of(statement)) - scale.offset);
  }
  throw std::logic_error("no unit of evidence");
}

}  // namespace

std::string_view to_string(evidence_unit unit) { return unit_names[static_cast<std::size_t>(unit)]; }

std::vector<std::string> evidence_unit_names() { return {unit_names.begin(), unit_names.end()}; }

std::optional<evidence_unit> evidence_unit_from(std::string_view name) {
  const auto* found = std::find(unit_names.begin(), unit_names.end(), name);
  if (found == unit_names.end()) return std::nullopt;
  return static_cast<evidence_unit>(found - unit_names.begin());
}

std::optional<spliced::score> evidence_weight(const evidence_rules& rules, const merged_exon::statement& statement) {
  const evidence_scale* scale = scale_of(rules.scales, statement.tool);
  const double written = scale == nullptr ? rules.candidate_weight * statement.score : half_bits(*scale, statement);
  const double exact = std::round(rules.unit.per_written() * written);
  if (std::isnan(exact)) return std::nullopt;
  if (std::abs(exact) >= spliced::score_limit) throw std::range_error("a candidate's weight is out of range");
  return static_cast<spliced::score>(exact);
}

void check_evidence(const candidate_set& candidates, const std::vector<evidence_scale>& scales, report& problems) {
  std::set<std::string> tools;
  for (const auto& exon : candidates.exons)
    for (const auto& statement : exon.statements) {
      if (scales.empty()) continue;
      tools.insert(statement.tool);
      const evidence_scale* scale = scale_of(scales, statement.tool);
      if (scale == nullptr || scale->unit != evidence_unit::posterior) continue;
      const double p = posterior_of(statement);
      if (!(p < 0) && !(p > 1)) continue;
      problems.error({.where = {candidates.sources[statement.source], 0},
                      .what = fmt::format("the score of {} is not a posterior probability", statement.tool),
                      .got = fmt::format("{}", p),
                      .need = "a number from 0 to 1",
                      .hint = "choose another 'score' under 'evidence'"});
    }
  const std::vector<std::string> known(tools.begin(), tools.end());
  for (const auto& scale : scales)
    if (!tools.contains(scale.source))
      problems.warn({.what = fmt::format("evidence of a source that no candidate has: {}", scale.source),
                     .hint = known.empty() ? "" : fmt::format("the candidates are of {}", fmt::join(known, ", "))});
}

}  // namespace exonweave
