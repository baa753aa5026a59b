#include "pairwise/scan_rules.hpp"

#include <algorithm>

#include "base/files/report.hpp"
#include "pairwise/scan/matrix_adjustment.hpp"
#include "pairwise/scan/scan_statistics.hpp"

namespace exonweave::apps {
namespace {

// What NCBI publishes where it knows the matrix by its name, else what a simulation finds.
std::optional<score_law> statistics_of(const scan_options& options, const scan_scoring& scoring) {
  if (const auto known = published_statistics(options.matrix, scoring.gaps)) return known;
  return simulated_statistics(scoring);
}

void check_without_statistics(const scan_options& options) {
  if (options.min_score == 0)
    throw bad_usage({.what =
                         "E-values of this matrix and these gap costs are not known: scores of random proteins grow "
                         "with their lengths, or are all the same",
                     .need = "--min-score",
                     .hint = "use higher gap costs, or a matrix with a mean below 0"});
  const bool has_given_e_value = std::ranges::count(options.given, "--max-evalue", &given_option::name) > 0;
  if (has_given_e_value)
    throw bad_usage({.what = "--max-evalue where E-values are not known", .need = "--min-score alone"});
  if (options.comp_based_stats > 0)
    throw bad_usage({.what = "--comp-based-stats where E-values are not known", .need = "--min-score alone"});
}

void check_composition(const scan_scoring& scoring) {
  if (!implied_frequencies(*scoring.substitution))
    throw bad_usage({.what = "--comp-based-stats 2 with scores that imply no frequencies of residues",
                     .need = "a matrix of log-odds, as BLOSUM62",
                     .hint = "--comp-based-stats 1 takes any"});
}

}  // namespace

scan_rules make_rules(const scan_options& options, const scan_scoring& scoring) {
  scan_rules rules{scoring, statistics_of(options, scoring)};
  if (!rules.statistics) check_without_statistics(options);
  rules.composition = static_cast<composition_mode>(options.comp_based_stats);
  if (rules.composition == composition_mode::adjusted) check_composition(scoring);
  rules.mask_queries = options.mask_queries;
  rules.max_e_value = options.max_e_value;
  rules.min_score = static_cast<spliced::score>(std::max<std::uint64_t>(options.min_score, 1));
  rules.max_hits = static_cast<std::size_t>(options.max_hits);
  rules.max_hsps = static_cast<std::size_t>(options.max_hsps);
  rules.memory = options.memory.value_or(half_of_memory());
  rules.n_threads = options.n_threads;
  return rules;
}

}  // namespace exonweave::apps
