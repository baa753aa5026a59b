// What the benchmarks of the paper's engines align: exon DAGs in which every exon is fed by all that may come before
// it, and the cases of a folder that `exonweave simulate` made. Needs lib/spliced alone, so that a machine with a GPU
// and little else installed can build it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "spliced/graph/row_graph.hpp"

namespace exonweave::benchmarks {

/// [start, end), nt of a region.
struct candidate_exon {
  std::int64_t start, end;

  auto operator<=>(const candidate_exon&) const = default;
};

/// One target and the region and candidates that it is aligned to, all on the strand of the alignment.
struct literal_case {
  std::string name;  // of the target
  std::vector<spliced::residue_code> region, target;
  std::vector<candidate_exon> exons;  // ascending, distinct

  [[nodiscard]] std::uint64_t exon_bases() const;                                     // sum |b_k|
  [[nodiscard]] std::uint64_t cells() const { return exon_bases() * target.size(); }  // Eq. 3
};

/// Of exons in ascending order. b_l precedes b_k when end(l) + min_intron <= start(k).
spliced::row_graph literal_dag(const std::vector<spliced::residue_code>& region,
                               const std::vector<candidate_exon>& exons, std::int64_t min_intron);

/// The cases of genome.fa, candidates.gff3, targets.cds.fa and the rows of pairs.tsv whose target is a cds, in their
/// order. Throws std::runtime_error for a file that cannot be read or names what is not there.
std::vector<literal_case> read_cases(const std::filesystem::path& folder);

}  // namespace exonweave::benchmarks
