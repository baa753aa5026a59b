// What has no model, and why, as a table.
#pragma once

#include <vector>

#include "exons/prediction/prediction.hpp"
#include "exons/scoring/score_unit.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave {

/// The loci without a model that a user asked for: all that came of pairs; without pairs, where every target was tried
/// everywhere, those of targets that have no model at all. In the order of `loci`.
std::vector<const locus_result*> unplaced_loci(const std::vector<locus_result>& loci, bool is_paired);

/// Tab-separated with a header line: target_id, region_seqid, region_start0, region_end0 (as in a table of pairs), strands
/// tried (+, - or +,-), reason, best_score of a chain that was no model (or .), n_candidates. Sorted by sequence name,
/// region and target name. Without pairs a target that was tried nowhere has a row with points for its place. `unit` is that
/// of the scores.
void write_unplaced(const std::vector<locus_result>& loci, bool is_paired, const prediction_input& input,
                    score_unit unit, const text_sink& sink);

}  // namespace exonweave
