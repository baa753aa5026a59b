// Which target is tried on which region: the cases that a pairs table asks for.
#pragma once

#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "exons/loci/alignment_task.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

/// Reads a tab-separated table with a header line that names at least region_seqid, region_start0,
/// region_end0, strand (+, - or . for both) and target_id, in any order; other columns are ignored, save that a row
/// whose `target_kind` names the other molecule (protein; cds or dna) than the targets' is passed over silently, since
/// one table may serve targets of both kinds, and `target_length`, which must be that of the target. Lines that begin
/// with '#' are comments, but the header may begin so. Equal pairs are one. Errors in `problems`: a target that is not
/// in the set, an unknown sequence, a region that begins beyond its sequence. Warnings: a region that ends beyond it,
/// which is cut there; a sequence or target of length 0; no pairs, an empty file too. Without sequences or targets, of
/// files that could not be read, nothing is read.
std::vector<alignment_task> read_pairs(const std::string& path, const sequence_catalog& sequences,
                                       const target_set& targets, report& problems);

}  // namespace exonweave
