#include "exons/significance/chance_scores.hpp"

#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/statistics/gumbel.hpp"
#include "base/statistics/random_source.hpp"
#include "exons/sequences/residue_frequencies.hpp"
#include "exons/solving/chain_solver.hpp"
#include "exons/solving/region_sites.hpp"
#include "spliced/engine/simd/simd.hpp"

namespace exonweave {
namespace {

std::vector<spliced::residue_code> random_bases(std::size_t length, std::uint32_t gc, random_source& random) {
  constexpr std::array<std::string_view, 2> pairs = {"AT", "GC"};
  std::vector<spliced::residue_code> bases(length);
  for (auto& base : bases) base = spliced::dna_code(pairs[random.chance(gc) ? 1 : 0][random.below(2)]);
  return bases;
}

std::vector<spliced::residue_code> random_protein(std::size_t length, random_source& random) {
  std::vector<spliced::residue_code> residues(length);
  for (auto& residue : residues) residue = static_cast<spliced::residue_code>(random.weighted(residue_frequencies));
  if (!residues.empty()) residues.front() = spliced::amino_code('M');
  return residues;
}

region_material random_region(const chance_search& search, std::size_t length, random_source& random) {
  region_material made;
  made.region.residues = random_bases(length, search.gc, random);
  add_sites(made.region,
            {nullptr, &search.sites, target_reading::codons, block_mode::add, &*search.scoring.code, search.min_site},
            made);
  return made;
}

}  // namespace

std::vector<double> best_scores_by_chance(const chance_search& search, const chance_sample& sample) {
  constexpr std::uint64_t memory = std::uint64_t{256} << 20;  // bytes; regions this small take a few percent of it
  const spliced::simd_engine engine{};
  const solver_settings settings{.engine = &engine};
  const solver_call call{.least_score = spliced::score_limit};  // the score of the best chain alone
  memory_ledger ledger({.usable = memory});
  std::vector<double> scores;
  for (std::size_t r = 0; r < sample.n_regions; ++r) {
    random_source random(sample.seed, r);
    const region_problem region(random_region(search, sample.region_length, random), search.scoring, settings, ledger);
    for (std::size_t t = 0; t < sample.targets_per_region; ++t) {
      const auto target = random_protein(sample.target_length, random);
      if (const auto best = solve(region, target, region.scoring(), settings, ledger, call).unwanted)
        scores.push_back(*best);
    }
  }
  return scores;
}

// A Gumbel distribution's location is where one chain is expected: K * space * exp(-lambda * location) = 1.
std::optional<score_statistics> fit_score_statistics(const chance_search& search, const chance_sample& sample) {
  constexpr std::size_t least_share = 2;  // half of the searches, or the scoring allows hardly any chain
  const std::vector<double> scores = best_scores_by_chance(search, sample);
  if (least_share * scores.size() < sample.n_regions * sample.targets_per_region) return std::nullopt;
  const auto fitted = fit_gumbel(scores);
  if (!fitted) return std::nullopt;
  return score_statistics{{fitted->rate, std::exp(fitted->rate * fitted->location) / sample.space()},
                          static_cast<double>(search.gc) / per_million};
}

}  // namespace exonweave
