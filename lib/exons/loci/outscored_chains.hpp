// Chains that lie where another target has a far better one. Hardly any of them wins its locus, and each would cost an
// alignment: of budding yeast's proteins on fission yeast these are half of all. A search of databases culls hits by a
// like rule (Berman, Zhang, Wolf, Koonin and Miller 2000, Journal of Computational Biology 7:293).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "exons/loci/window_search.hpp"

namespace exonweave {

/// A chain is outscored where the best chain of another target over its segments scores `ratio` times as much or more,
/// or where those of more than `max_better` other targets score more: over at least `min_fraction` of their nt, to 32
/// nt. Families of many members would otherwise be aligned everywhere that one of them lies.
struct outscored_rules {
  double ratio = 2;
  std::optional<std::size_t> max_better{};  // nothing: any number
  double min_fraction = 0.7;
  bool keeps_best = true;  // the best chain of each target stays
};

/// Erases them from `chains` [windows], which have their segments. `windows` are sorted.
/// \return [targets] how many of each were erased.
std::vector<std::uint32_t> erase_outscored(const std::vector<search_window>& windows,
                                           std::vector<std::vector<segment_chain>>& chains, std::size_t n_targets,
                                           const outscored_rules& rules);

}  // namespace exonweave
