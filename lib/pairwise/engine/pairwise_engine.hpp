// What is known of an engine of `scan` or `align` without making it: one of a GPU on a machine without GPUs as well.
// Each engine declares its own beside itself, once; who shows, prices, calibrates or chooses engines reads them in the
// registries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace exonweave {

/// Pairs that an engine of `align` aligns together.
struct batch_limits {
  std::size_t most_pairs = 0;    // 0: it aligns one at a time
  std::uint64_t most_cells = 0;  // of all of them, unless one alone has more
};

struct pairwise_engine {
  std::string_view command = {};  // "scan" or "align"
  std::string_view name = {};
  bool is_of_gpu = false;
  bool is_automatic = false;  // `auto` may take it
  bool needs_linear_gaps = false;
  std::uint64_t most_cells = 0;  // of a pair, beyond which it is for others; 0: any
  batch_limits batch{};
  double path_cell_bytes = 0;  // of a GPU's memory, for a cell of a pair whose path is wanted: see device_bytes()
  double column_bytes = 0;     // likewise for a residue of a target, with a path or without one
};

}  // namespace exonweave
