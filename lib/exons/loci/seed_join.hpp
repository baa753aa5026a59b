// Seeds that a block of a genome has with the targets: the words of both are sorted, and where a word is on both sides
// every place of one is paired with every place of the other (double indexing). Of these pairs those remain whose
// windows score enough.
//
//   genome   AKD: 7, 90      AKE: 12     ..
//   targets  AKD: 4, 33, 71              ..    pairs of AKD: (7, 4) (7, 33) (7, 71) (90, 4) (90, 33) (90, 71)
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "exons/loci/frame_block.hpp"
#include "exons/loci/seed_windows.hpp"
#include "exons/loci/ungapped_extension.hpp"
#include "exons/loci/word_list.hpp"

namespace exonweave {

struct seed_join {
  const frame_block& genome;
  const joined_targets& targets;
  const std::vector<word_list>& lists;  // [shapes]
  segment_rules rules{};
  unsigned n_threads = 1;
};

using seed_list = std::vector<seed_pair>;

/// [shapes] in no order: all seeds whose window (seed_windows.hpp) scores segment_rules::lowest_score or more, and
/// others. `control` counts `n_cells` of it; run_stopped when it was told to stop.
std::vector<seed_list> join_seeds(const seed_join& how, std::uint64_t n_cells, run_control& control);

/// Several threads call it at once.
using take_grown = std::function<void(std::span<const grown_stretch>)>;

/// What grows from seeds, diagonal by diagonal, where the window of a seed scores enough. On each diagonal they grow in
/// the order of their codons, then of their shapes; not those that lie within what grew from one before.
void grow_seeds(const seed_join& how, std::vector<seed_list> seeds, const take_grown& take, const run_control& control);

/// Bytes of the words of so many nt.
std::uint64_t bytes_of_join(std::uint64_t n_nt);

}  // namespace exonweave
