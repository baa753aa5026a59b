// What the best chain scores by chance: searches of random proteins in random DNA, with the scoring in use. Scores of
// splice sites, start codons and residues add up to it, at costs that users and trained models choose, so no
// published constants hold: they are fitted to simulated searches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/significance/score_statistics.hpp"
#include "exons/sites/site_scorer.hpp"

namespace exonweave {

/// A scoring of proteins on ORF exons.
struct chance_search {
  const chain_scoring& scoring;  // with a genetic code
  const site_scorer& sites;
  spliced::score min_site = spliced::unreachable;  // splice sites that weigh less are none
  std::uint32_t gc = 500'000;                      // parts per million of the bases
};

/// As many searches of a size. Independent bases; residues as frequent as in proteins at large (Robinson and Robinson
/// 1991).
struct chance_sample {
  std::size_t n_regions = 40;
  std::size_t targets_per_region = 3;  // they share what is made of a region, and its chances
  std::size_t region_length = 5'000;   // nt, one strand
  std::size_t target_length = 100;     // residues
  std::uint64_t seed = 1;

  /// Of one search, nt x residues.
  [[nodiscard]] double space() const { return static_cast<double>(region_length) * static_cast<double>(target_length); }
};

/// The best score of each search that has a chain; at most n_regions * targets_per_region.
std::vector<double> best_scores_by_chance(const chance_search& search, const chance_sample& sample);

/// Lambda and K fitted to them. Nothing where the scoring allows too few chains to tell.
std::optional<score_statistics> fit_score_statistics(const chance_search& search, const chance_sample& sample = {});

}  // namespace exonweave
