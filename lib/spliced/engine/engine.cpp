#include "spliced/engine/engine.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace exonweave::spliced {

std::vector<started_pass> engine::start(std::span<const alignment_job> jobs) const {
  std::vector<started_pass> started;
  for (const alignment_job& job : jobs)
    started.push_back(std::async(std::launch::deferred, [this, job] { return align(job); }));
  return started;
}

std::string engine::refusal(const problem& p) const {
  if (p.graph.has_gap_weights() && !facts().weighs_gaps)
    return "the engine " + std::string(name()) + " has no weights of residues in gaps";
  return facts().substitute.empty() ? std::string(facts().scope.refusal(p)) : "";
}

void check_refusal(const engine& requested, const alignment_job& job) {
  if (const std::string why = requested.refusal(job.input); !why.empty()) throw std::invalid_argument(why);
}

// The exact bound goes over all edges for each target. A looser one from the schedule's sums mostly does.
void check_score_range(const alignment_job& job) {
  const problem& p = job.input;
  const gap_costs ends = p.residue_ends.value_or(gap_costs{});
  const std::int64_t per_symbol =
      std::max({std::int64_t{p.gaps.open} + p.gaps.extend, std::int64_t{ends.open} + ends.extend,
                std::abs(std::int64_t{p.substitution->largest()}), std::abs(std::int64_t{p.substitution->smallest()})});
  const auto n_symbols = static_cast<std::int64_t>(job.schedule->n_rows + p.target.size() + 1);
  if (per_symbol < score_limit && n_symbols < score_limit &&
      per_symbol * n_symbols + job.schedule->all_weights < score_limit)
    return;
  if (const auto bound = score_bound(p); bound >= score_limit)
    throw std::range_error("scores could reach " + std::to_string(bound) + ", the limit is " +
                           std::to_string(score_limit));
}

std::string_view engine_scope::refusal(const problem& p) const {
  if (linear_gaps_alone && p.gaps.open != 0) return "it takes linear gaps only, whose opening costs nothing";
  if (linear_gaps_alone && p.residue_ends) return "it takes no costs of unaligned ends of a chain";
  if (nucleotides_alone && p.substitution->n_codes() != n_dna_codes) return "it takes nucleotides only";
  return {};
}

bool engine_scope::takes(work_kind kind) const {
  using enum work_kind;
  const bool is_cdna = kind == cdna_on_candidates || kind == cdna_on_blocks;
  const bool has_blocks = kind == cdna_on_blocks || kind == protein_on_blocks;
  return (is_cdna || !nucleotides_alone) && !(has_blocks && candidates_alone);
}

}  // namespace exonweave::spliced
