#include "exons/run/expected_chains.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "exons/sequences/genetic_code.hpp"

namespace exonweave {
namespace {

constexpr std::int64_t nt_of_residue = codon_length;

double expected_exons(const found_chain& chain) {
  constexpr double shortest_intron = 100;  // nt
  const std::int64_t next_to =
      std::max<std::int64_t>(0, chain.core.length() - nt_of_residue * chain.on_target.length());
  return 1 + std::min(static_cast<double>(chain.n_segments - 1), static_cast<double>(next_to) / shortest_intron);
}

// Of a target of so many residues.
expected_chain expected_of_best(const found_chain& best, std::size_t n_residues) {
  constexpr double found_next_to = 0.25;  // of what of the target the search has not found, about
  const auto reached = static_cast<double>(best.on_target.length());
  const double next_to = found_next_to * (static_cast<double>(n_residues) - reached);
  return {.length = static_cast<double>(best.core.length()) + static_cast<double>(nt_of_residue) * next_to,
          .n_codons = reached + next_to,
          .n_exons = expected_exons(best)};
}

// Genes of their own are chains that score as much as those of loci have to, each next to the others.
expected_chain expected_on(const found_locus& found, std::size_t n_residues, double min_fraction) {
  constexpr double doubt = 0.7;  // whole genes may score more than what the search has found
  expected_chain made = expected_of_best(found.best, n_residues);
  std::vector<interval> taken{found.best.core};
  for (const found_chain& each : found.others) {
    const bool is_next_to =
        std::ranges::none_of(taken, [&](const interval& other) { return each.core.overlaps(other); });
    if (each.score < doubt * min_fraction * found.best.score || !is_next_to) continue;
    taken.push_back(each.core);
    made.length += static_cast<double>(each.core.length());
    made.n_codons += static_cast<double>(each.on_target.length());
    made.n_exons += expected_exons(each);
    ++made.n_chains;
  }
  return made;
}

}  // namespace

std::vector<expected_chain> expected_chains(std::span<const found_locus> loci, std::span<const alignment_task> cases,
                                            const target_set& targets, double min_fraction) {
  std::vector<expected_chain> chains;
  for (const alignment_task& each : cases)
    chains.push_back(expected_on(*std::ranges::lower_bound(loci, each, {}, &found_locus::where),
                                 targets.targets[each.target].residues.size(), min_fraction));
  return chains;
}

}  // namespace exonweave
