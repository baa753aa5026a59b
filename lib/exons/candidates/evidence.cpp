#include "exons/candidates/evidence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <stdexcept>

namespace exonweave {
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
