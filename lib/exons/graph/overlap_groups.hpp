// Overlap groups: sets of candidate exons none of which can precede another in a chain. The alignment
// matrices of one group do not depend on each other, which is the inter-exon parallelism of the paper
// (sections IV-A, VI-B).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exons/sequences/interval.hpp"

namespace exonweave {

/// Indices of the exons of one group in the input, in order of (start, end, index).
using overlap_group = std::vector<std::size_t>;

/// The groups of the exons of one strand, in order of their first starts; together they hold every exon once.
/// The paper's rule: sweep by start; an exon joins the group while its start is at most the smallest end
/// (last symbol) in the group. Ends are half-open here, so it joins while start < smallest end. Needs start <
/// end in every exon; the input may be in any order. O(|B| log |B|).
std::vector<overlap_group> make_overlap_groups(std::span<const interval> exons);

/// What the paper's work counts need of the exons of one strand.
struct exon_counts {
  std::size_t n_exons = 0;            // |B|
  std::size_t n_groups = 0;           // overlap groups
  std::int64_t sum_lengths = 0;       // sum |b_k|, nt
  std::int64_t sum_group_maxima = 0;  // sum over groups of max |b_k|, nt
};

/// Of the exons of one strand, as above.
exon_counts count_exons(std::span<const interval> exons);

/// Time in units of one cell, n = target length in residues.
struct time_units {
  std::int64_t sequential = 0;  // Eq. 3: n * sum |b_k|
  std::int64_t intra = 0;       // Eq. 4: sum (|b_k| + n - 1)
  std::int64_t inter = 0;       // Eq. 5: sum over groups of (max |b_k| + n - 1)

  time_units& operator+=(const time_units& other);
};

time_units count_time_units(const exon_counts& exons, std::int64_t target_length);

}  // namespace exonweave
