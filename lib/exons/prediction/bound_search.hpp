// Where targets have genes, by sweeps over every position of both strands of a genome, without seeds: what no chain is worth
// (exons/sweep/bound_sweep.hpp) tells where there is none.
//
// A target's part of a strand is swept, at first all of it. Where its best bound is enough for a model there is a place, from where the chain of
// that bound begins to where it ends. What lies left of it has had its bounds by the same sweep. Right of it the place's chain raises bounds,
// by introns to other ends, up to the first window with too little; these windows are swept as a part of their own. Bounds beyond it are good
// but where their chains begin left of it:
//
//   bounds by window    . . 3 9 . . . . 7 8 8 7 5 4 . . 3 .      the most that chains are worth that end there
//   places                  `-b     `---a             `-c
//   swept anew                            -----
//
// So every chain that is worth enough overlaps a place, or begins or ends in a window where a place does the same, or there are more of them
// than are looked for.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "exons/prediction/prediction.hpp"
#include "exons/search/locus_search.hpp"
#include "spliced/sweep/bound_finder.hpp"
#include "spliced/sweep/bound_stream.hpp"

namespace exonweave {

/// Makes what finds bounds on other hardware than the CPU, for strands that stay until it goes; null: nothing does.
using bound_finder_maker = std::function<std::unique_ptr<spliced::bound_finder>(
    const spliced::bound_scoring&, std::span<const spliced::bound_stream>)>;

/// Places as search_loci has them, with flanks, and bounds in place of scores; `rules` says how many, and how far around. On options.n_threads
/// threads, and whatever `elsewhere` makes. `control` may stop it, and counts cells: on_strands, which may be empty, is told how many some
/// strands have, before what is swept anew. The scoring is one that bound_plan::is_for, on own blocks; sites of minor introns are passed over. Throws what devices throw.
std::vector<found_locus> search_by_bounds(const prediction_input& input, const prediction_options& options,
                                          const search_rules& rules, const bound_finder_maker& elsewhere,
                                          spliced::run_control& control,
                                          const std::function<void(std::uint64_t n_cells)>& on_strands = {});

}  // namespace exonweave
