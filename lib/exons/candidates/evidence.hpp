// What the scores of gene finders score in half-bits, so that candidates can weigh on the score of a chain.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exons/candidates/candidates.hpp"
#include "exons/settings/score_unit.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave {

/// How a gene finder's score is to be read:
///
///   raw            half-bits = weight * (score - offset)
///   log_odds_bits  half-bits = 2 * weight * (score - offset)
///   posterior      half-bits = 2 * weight * (log2(p / (1 - p)) - offset)
///
/// where p is the score, or GENSCAN's P for its exons, kept within [min_posterior, 1 - min_posterior].
enum class evidence_unit { raw, log_odds_bits, posterior };

constexpr double min_posterior = 0.001;

/// The calibration of one source.
struct evidence_scale {
  std::string source{};  // the second column of GFF3, GTF and GFF2; "genscan" for GENSCAN text
  evidence_unit unit = evidence_unit::raw;
  double weight = 1;  // [0, 1000000]
  double offset = 0;  // [-1000000, 1000000]; the score that counts as 0, in bits for the last two units

  bool operator==(const evidence_scale&) const = default;
};

/// "raw", "log_odds_bits", "posterior".
std::string_view to_string(evidence_unit unit);
std::vector<std::string> evidence_unit_names();
std::optional<evidence_unit> evidence_unit_from(std::string_view name);

/// Which of the scales is a source's, and what scores score that have none.
struct evidence_rules {
  double candidate_weight = 0;           // other sources: candidate_weight * score
  std::vector<evidence_scale> scales{};  // at most one per source
  score_unit unit = score_unit::whole();
};

/// What a statement scores in the unit of the rules, rounded once to the nearest integer; nothing when it has no
/// score. Throws std::range_error when that is not a score.
std::optional<spliced::score> evidence_weight(const evidence_rules& rules, const merged_exon::statement& statement);

/// Reports what scales and candidates have to say to each other: a posterior that is no probability is an error, a
/// source that no candidate has a warning.
void check_evidence(const candidate_set& candidates, const std::vector<evidence_scale>& scales, report& problems);

}  // namespace exonweave
