// What is known of an engine of `scan` or `align` without making it: one of a GPU on a machine without GPUs as well.
// Each engine declares its own beside itself, once; who shows, prices, calibrates or chooses engines reads them in the
// registries.
#pragma once

#include <cstdint>
#include <string_view>

namespace exonweave {

struct pairwise_engine {
  std::string_view command = {};  // "scan" or "align"
  std::string_view name = {};
  bool is_of_gpu = false;
  bool is_automatic = false;  // `auto` may take it
  bool needs_linear_gaps = false;
  std::uint64_t most_cells = 0;  // of a pair, beyond which it is for others; 0: any
};

}  // namespace exonweave
