// Where targets have genes, by sweeps over every position of both strands of a genome, without seeds: what no chain is
// worth (exons/sweep/bound_sweep.hpp) reports where there is none.
//
// A target's part of a strand is swept, at first all of it. What its bounds tell are places, and parts that are swept
// anew (bound_places.hpp). So every chain that scores enough overlaps a place, or begins or ends in a window where a
// place does the same, or there are more of them than are looked for.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "exons/loci/locus_search.hpp"
#include "exons/run/prediction.hpp"
#include "spliced/sweep/bound_finder.hpp"
#include "spliced/sweep/bound_stream.hpp"

namespace exonweave {

/// Makes what finds bounds on other hardware than the CPU, for strands that stay until it goes; null: nothing does.
using bound_finder_maker = std::function<std::unique_ptr<spliced::bound_finder>(
    const spliced::bound_scoring&, std::span<const spliced::bound_stream>)>;

/// Places as search_loci has them, with flanks, and bounds in place of scores; `rules` says how many, and how far
/// around. On options.n_threads threads, and whatever `elsewhere` makes. `control` may stop it, and counts cells:
/// on_strands, which may be empty, is reported how many some strands have, before what is swept anew. The scoring is
/// one that bound_plan::is_for, on ORF exons; sites of minor introns are passed over. Throws what devices throw.
std::vector<found_locus> search_by_bounds(const prediction_input& input, const prediction_options& options,
                                          const search_rules& rules, const bound_finder_maker& elsewhere,
                                          run_control& control,
                                          const std::function<void(std::uint64_t n_cells)>& on_strands = {});

}  // namespace exonweave
