// `scan-cpu`: scores of a scan with parasail on all cores.
#pragma once

#include <memory>

#include "pairwise/engine/pairwise_engine.hpp"
#include "pairwise/scan/scan_engine.hpp"

namespace exonweave {

inline constexpr pairwise_engine parasail_scan_facts{.command = "scan", .name = "scan-cpu", .is_automatic = true};

/// Keeps a letter for each residue of a database that is opened.
std::unique_ptr<scan_engine> make_parasail_scan(unsigned n_threads);

}  // namespace exonweave
