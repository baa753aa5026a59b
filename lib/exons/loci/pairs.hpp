// Which target is tried on which region: rows of a pairs table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exons/io/report.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sequences/sequences.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

struct pair {
  std::size_t sequence = 0;  // index in the catalog
  interval region;           // forward coordinates
  strand on = strand::forward;
  std::size_t target = 0;  // index in the target set
};

/// Reads a tab-separated table with a header line that names at least region_seqid, region_start0,
/// region_end0, strand (+ or -) and target_id, in any order; other columns are ignored, save that a row whose
/// `target_kind` names the other molecule (protein; cds or dna) than the targets' is passed over silently,
/// since one table may serve targets of both kinds. Equal pairs are one. A target that is not in the set, an
/// unknown sequence or a region outside it is an error in `problems`.
std::vector<pair> read_pairs(const std::string& path, const sequence_catalog& sequences,
                             const target_set& targets, report& problems);

}  // namespace exonweave
