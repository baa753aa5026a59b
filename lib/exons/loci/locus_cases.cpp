#include "exons/loci/locus_cases.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "exons/introns/intron_law.hpp"
#include "exons/loci/cases.hpp"

namespace exonweave {
namespace {

found_locus with_usual_flank(found_locus found) {
  interval& region = found.where.region;
  region = {std::max(region.start, found.span.start - usual_flank), std::min(region.end, found.span.end + usual_flank)};
  return found;
}

// [targets] the best locus of each; null: it has none.
std::vector<const found_locus*> best_loci(std::span<const found_locus> loci, const target_set& targets,
                                          const sequence_catalog& sequences) {
  std::vector<const found_locus*> best(targets.targets.size());
  const auto is_better = [&](const found_locus& a, const found_locus& b) {
    if (a.best.score != b.best.score) return a.best.score > b.best.score;
    return sequences.name(a.where.sequence) < sequences.name(b.where.sequence);
  };
  for (const found_locus& each : loci) {
    if (!each.has_place()) continue;
    const found_locus*& so_far = best[each.where.target];
    if (so_far == nullptr || is_better(each, *so_far)) so_far = &each;
  }
  return best;
}

}  // namespace

std::int64_t flank_by_law(std::span<const intron_cost> introns, score_unit unit) {
  constexpr double n_introns = 10;
  constexpr std::int64_t shortest = 1'000;  // nt
  if (unit != score_unit::halves()) return widest_flank;
  return static_cast<std::int64_t>(std::clamp<double>(n_introns * mean_by_law(introns), shortest, widest_flank));
}

std::vector<alignment_task> cases_of(std::span<const found_locus> loci) {
  std::vector<alignment_task> cases;
  for (const found_locus& each : loci) cases.push_back(each.where);
  return sorted_cases(std::move(cases));
}

std::vector<found_locus> loci_to_learn_from(std::span<const found_locus> loci, const target_set& targets,
                                            const sequence_catalog& sequences) {
  constexpr double min_found = 0.7;  // of the target
  const auto is_whole = [&](const found_locus& locus) {
    const std::size_t n_residues = targets.targets[locus.where.target].residues.size();
    return static_cast<double>(locus.best.on_target.length()) >= min_found * static_cast<double>(n_residues);
  };
  std::vector<found_locus> nearby;
  for (const found_locus* each : best_loci(loci, targets, sequences))
    if (each != nullptr && is_whole(*each)) nearby.push_back(with_usual_flank(*each));
  std::ranges::sort(nearby, {}, &found_locus::where);
  return nearby;
}

namespace {

// Whether two chains are of the same part of the target, not of exons one after the other.
bool are_copies(const found_chain& a, const found_chain& b) {
  const std::int64_t shared =
      std::min(a.on_target.end, b.on_target.end) - std::max(a.on_target.start, b.on_target.start);
  return 2 * shared > std::min(a.on_target.length(), b.on_target.length());
}

}  // namespace

void count_copies(std::vector<found_locus>& loci, double min_fraction) {
  for (found_locus& locus : loci)
    locus.cuts.n_loci += static_cast<std::uint32_t>(std::ranges::count_if(locus.others, [&](const found_chain& other) {
      return other.score >= min_fraction * locus.best.score && are_copies(other, locus.best);
    }));
}

}  // namespace exonweave
