// What chains on one strand of a region are made of: its candidates as distinct exons in strand coordinates, ORF
// exons, and the strand's residues.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "exons/candidates/candidates.hpp"
#include "exons/graph/chain_graph.hpp"
#include "exons/loci/cases.hpp"

namespace exonweave {

struct region_material {
  std::vector<strand_exon> exons;  // sorted by place, distinct
  // [exons] indices in the candidate set of all candidates at that place: they differ in phase or type
  std::vector<std::vector<std::size_t>> candidates;
  strand_region region;
  std::optional<block_sites> blocks;  // ORF exons next to the exons, or in place of them
  std::size_t n_weak_sites = 0;       // splice sites found that ORF exons do without

  [[nodiscard]] std::size_t n_sites() const {  // splice sites of ORF exons
    return blocks ? blocks->sites.acceptors.size() + blocks->sites.donors.size() : 0;
  }
};

/// How candidates weigh on the score of a chain.
struct candidate_scoring {
  evidence_rules evidence;           // a place adds the largest that one of its candidates is worth
  spliced::score type_mismatch = 0;  // cost of each end of an exon that its types forbid, see below
};

/// The exons of a case's strand and region, whatever its target; residues and blocks are left empty. A candidate
/// without score weighs 0.
///
/// Types say where in a chain an exon may stand: initial and single ones begin it, terminal and single ones
/// end it, internal and terminal ones follow another, initial and internal ones go on to another. Where no
/// candidate at a place has a type that allows it (unknown allows all), type_mismatch is charged, once per
/// end. Throws std::range_error when a weight does not fit in a score.
region_material make_material(const alignment_task& locus, const candidate_set& candidates,
                              std::int64_t sequence_length, const candidate_scoring& scoring);

/// A stretch of a sequence in reading direction. `residues` are its forward residues.
strand_region make_strand_region(interval where, strand on, std::string_view residues, std::int64_t sequence_length);

/// What all of it holds.
std::uint64_t bytes_of(const region_material& material);

/// The exon of `exons` (sorted by place) that is `where`; nothing when there is none.
std::optional<std::size_t> find_exon(const std::vector<strand_exon>& exons, interval where);

}  // namespace exonweave
