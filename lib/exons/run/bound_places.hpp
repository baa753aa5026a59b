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
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "exons/sweep/bound_program.hpp"

namespace exonweave {

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

}  // namespace exonweave
