// How much of a reference a gene set has, and how much of the set is in the reference, at the levels of gffcompare.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "exons/comparison/coding_set.hpp"

namespace exonweave {

/// Of set A, with B as the reference. Equal items of a set count once, but for loci.
struct level_accuracy {
  std::string_view level;                    // "Base", "Exon", ...
  std::uint64_t n_a = 0, n_b = 0;            // items
  std::uint64_t shared_a = 0, shared_b = 0;  // that the other set has too; of loci those with such a transcript

  /// Shares; nothing of nothing is NaN.
  [[nodiscard]] double sensitivity() const { return static_cast<double>(shared_b) / static_cast<double>(n_b); }
  [[nodiscard]] double precision() const { return static_cast<double>(shared_a) / static_cast<double>(n_a); }
};

/// Coding bases of each strand; coding exons; introns between them; whole chains of introns; transcripts by all their
/// coding exons; loci, which are genes of which one transcript is in the other set.
std::vector<level_accuracy> measure_accuracy(const coding_set& a, const coding_set& b);

}  // namespace exonweave
