// What a scan is about to do, as far as its inputs tell.
#pragma once

#include <cstdint>
#include <optional>

#include "exons/scan/scan_database.hpp"
#include "exons/sequences/targets.hpp"
#include "pairwise_estimate.hpp"
#include "scan_engines.hpp"

namespace exonweave::apps {

pairwise_run run_of_scan(const scan_engine_options& options, bool has_linear_gaps, const target_set& queries,
                         const scan_database& database);

/// `max_hits`: of a query, 0: all. `memory`: bytes for rows of alignments, half of the machine's where not given.
pairwise_facts facts_of_scan(const target_set& queries, const scan_database& database, std::uint64_t max_hits,
                             std::optional<std::uint64_t> memory);

}  // namespace exonweave::apps
