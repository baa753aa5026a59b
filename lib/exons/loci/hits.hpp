// Which target is tried on which region, from the hits of another program: around each hit, or several that lie near
// each other, a region.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "exons/loci/alignment_task.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

/// nt of a region that holds several hits, see join_or_part: hits may be the exons of one long gene.
constexpr std::int64_t max_joined_hits = 1'000'000;

/// Reads a file of hits; its content reports the format:
/// - PAF, as of miniprot and minimap2: queries are targets;
/// - GFF3 of miniprot: its ##PAF lines, or, where it has none, its mRNA rows with a Target; of scan: its protein_match
///   rows;
/// - the tabular format 6 of BLAST, DIAMOND and MMseqs2, 12 columns or more: either of query and subject may be the
///   target, the names tell. A row or a comment that names the columns (see column_names.hpp) may come before any hit.
/// Every hit is widened by `flank` nt on each side, as far as its sequence goes. Hits of one target on one strand of a
/// sequence that overlap then are one region, or parted halfway between the hits where that would be longer than
/// max_joined_hits. Sorted, whatever the order of the rows. Errors in `problems`: another format, too few columns,
/// positions that are none, an unknown sequence or target, a hit that ends beyond its sequence or target, another
/// length of these in PAF. Warnings: no hits, an empty file too; those of a sequence or target of length 0, which are
/// left out. Without sequences or targets, of files that could not be read, nothing is read.
std::vector<alignment_task> read_hits(const std::string& path, std::int64_t flank, const sequence_catalog& sequences,
                                      const target_set& targets, report& problems);

}  // namespace exonweave
