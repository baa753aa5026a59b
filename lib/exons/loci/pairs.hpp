// Which target is tried on which region: the cases that a pairs table asks for.
#pragma once

#include <string>
#include <vector>

#include "exons/io/report.hpp"
#include "exons/loci/alignment_case.hpp"
#include "exons/sequences/sequences.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

/// Reads a tab-separated table with a header line that names at least region_seqid, region_start0,
/// region_end0, strand (+ or -) and target_id, in any order; other columns are ignored, save that a row whose
/// `target_kind` names the other molecule (protein; cds or dna) than the targets' is passed over silently,
/// since one table may serve targets of both kinds. Equal pairs are one. A target that is not in the set, an
/// unknown sequence or a region outside it is an error in `problems`. Without sequences or targets, of files that could not
/// be read, nothing is read.
std::vector<alignment_case> read_pairs(const std::string& path, const sequence_catalog& sequences,
                                       const target_set& targets, report& problems);

}  // namespace exonweave
