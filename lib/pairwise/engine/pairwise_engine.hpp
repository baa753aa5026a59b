// What is known of an engine of `scan` or `align` without making it: one of a GPU on a machine without GPUs as well.
// Each engine declares its own next to itself, once; who shows, prices, calibrates or chooses engines reads them in the
// registries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace exonweave {

/// Pairs that an engine of `align` aligns together.
struct batch_limits {
  std::size_t max_pairs = 0;    // 0: it aligns one at a time
  std::uint64_t max_cells = 0;  // of all of them, unless one alone has more
};

/// How large the databases are that `calibrate` has an engine of `scan` search, and how many queries it gets at once:
/// those of a GPU want more of both.
struct scan_trial {
  std::size_t n_sequences = 200;
  std::size_t n_queries = 1;
};
inline constexpr scan_trial gpu_scan_trial{.n_sequences = 20'000, .n_queries = 20};

struct pairwise_engine {
  std::string_view command = {};  // "scan" or "align"
  std::string_view name = {};
  bool is_of_gpu = false;
  bool is_automatic = false;  // `auto` may take it
  bool needs_linear_gaps = false;
  std::uint64_t max_cells = 0;  // of a pair, beyond which it is for others; 0: any
  batch_limits batch{};
  double path_cell_bytes = 0;    // of a GPU's memory, for a cell of a pair whose path is requested: see device_bytes()
  double column_bytes = 0;       // likewise for a residue of a target, with a path or without one
  scan_trial trial{};            // of an engine of scan
  double trial_fraction = 0.06;  // of the time that `calibrate` has for the engines of its kind of device
};

}  // namespace exonweave
