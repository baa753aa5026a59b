// One case made ready for alignment: the candidates of a region on one strand as distinct exons in strand
// coordinates, and the strand's residues.
#pragma once

#include <string_view>
#include <vector>

#include "exons/candidates.hpp"
#include "exons/cases.hpp"
#include "exons/chain_graph.hpp"

namespace exonweave {

struct case_problem {
  std::vector<strand_exon> exons;  // sorted by place, distinct
  // [exons] indices in the candidate set of all candidates at that place: they differ in phase or type
  std::vector<std::vector<std::size_t>> candidates;
  strand_region region;
};

/// `region_residues`: the forward residues of the case's region. A place weighs the largest of its
/// candidates' round(candidate_weight * score); a candidate without score weighs 0. Throws std::range_error
/// when a weight does not fit in a score.
case_problem make_case_problem(const alignment_case& of, const candidate_set& candidates,
                               std::string_view region_residues, std::int64_t sequence_length,
                               double candidate_weight);

/// The exon of `exons` (sorted by place) that is `where`. Throws std::logic_error when there is none.
std::size_t index_of_exon(const std::vector<strand_exon>& exons, interval where);

}  // namespace exonweave
