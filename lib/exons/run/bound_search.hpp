// Where targets have genes, by sweeps over every position of both strands of a genome, without seeds: what no chain is
// worth (exons/sweep/bound_sweep.hpp) reports where there is none.
//
// A target's part of a strand is swept, at first all of it. What its bounds tell are places, and parts that are swept
// anew (bound_places). So every chain that scores enough overlaps a place, or begins or ends in a window where a
// place does the same, or there are more of them than are looked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "exons/loci/locus_search.hpp"
#include "exons/run/prediction.hpp"
#include "exons/sweep/bound_program.hpp"
#include "spliced/sweep/bound_finder.hpp"
#include "spliced/sweep/bound_stream.hpp"

namespace exonweave {

// Where a target has places on a strand, by what no chain that ends in a window scores more (bound_sweep.hpp).
//
// The best window that is good enough has a place, from where the chain of that bound begins to where it ends. What
// lies left of it has had its bounds by the same sweep. Right of it the place's chain raises bounds, by introns to
// other ends, up to the first window with too little; these windows are to be swept anew. Bounds beyond it are good but
// where their chains begin left of it:
//
//   bounds by window    . . 3 9 . . . . 7 8 8 7 5 4 . . 3 .
//   places                  `-b     `---a             `-c
//   to be swept anew                      -----

/// Windows [first, last) of a strand.
struct window_range {
  std::size_t first = 0, last = 0;
  constexpr bool operator==(const window_range&) const = default;
};

struct bound_place {
  window_range windows{};
  bound_chain chain{};
  spliced::score value = 0;
};

struct bound_places {
  std::vector<bound_place> places{};  // the best one first
  std::vector<window_range> open{};   // to be swept anew, from left to right
};

/// A chain within such windows that ends in the last of them and scores as much, of which none scores more; nothing
/// where there is none. See trace_bound.
using bound_tracer = std::function<std::optional<bound_chain>(window_range, spliced::score value)>;

struct place_rules {
  spliced::score least = 1;        // of a place
  std::size_t most = 1;            // places
  std::int64_t window_length = 1;  // nt
};

/// `bounds` are those of a sweep that began at `first` with nothing before. Of bounds that are equal the left one comes
/// first.
bound_places find_bound_places(std::size_t first, std::span<const spliced::score> bounds, const place_rules& rules,
                               const bound_tracer& trace);

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
