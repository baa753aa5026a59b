// What a scan is about to do, as far as its inputs tell.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "exons/sequences/targets.hpp"
#include "pairwise/pairwise_estimate.hpp"
#include "pairwise/scan/scan_database.hpp"

namespace exonweave::apps {

/// How much of it there is. `database` may be null: there is nothing to compare with.
struct scan_sizes {
  std::vector<std::uint64_t> queries;  // residues of each
  std::uint64_t n_sequences = 0;
  std::uint64_t n_residues = 0;       // of these
  std::uint64_t packed_residues = 0;  // bytes, as engines read them
};
scan_sizes sizes_of_scan(const target_set& queries, const scan_database* database);

/// `devices`: those that were requested; empty: all.
pairwise_run run_of_scan(const std::vector<int>& devices, unsigned n_threads, bool has_linear_gaps,
                         const scan_sizes& sizes);

/// `max_hits`: of a query, 0: all. `memory`: bytes for rows of alignments, half of the machine's where not given.
pairwise_facts facts_of_scan(const scan_sizes& sizes, std::uint64_t max_hits, std::optional<std::uint64_t> memory);

}  // namespace exonweave::apps
