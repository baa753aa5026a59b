// A whole scan: scores by an engine, alignments of what scores enough on all threads.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "exons/scan/scan_match.hpp"
#include "exons/scan/scan_statistics.hpp"
#include "spliced/scan/scan_engine.hpp"

namespace exonweave {

struct scan_rules {
  spliced::scan_scoring scoring;
  std::optional<score_statistics> statistics;  // nothing: E-values are not known
  double max_e_value = 1e-3;     // of a query against the whole database; not looked at without statistics
  spliced::score min_score = 1;  // at least 1
  std::size_t max_hits = 0;      // of a query: the best ones; 0: all
  std::uint64_t memory = 0;      // bytes for the rows of alignments
  unsigned n_threads = 1;
};

/// All matches, sorted. Throws run_stopped, and what engines throw.
std::vector<scan_match> find_matches(const scan_context& in, const spliced::scan_engine& engine,
                                     const scan_rules& rules, spliced::run_control& control);

}  // namespace exonweave
