// Every stretch between two sites that could be an exon of a coding sequence: what a chain of ORF exons is
// made of, written out one by one. Their number grows with the square of the number of sites in an open frame.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sites/strand_sites.hpp"

namespace exonweave {

/// A set of GFF3 phases: bit f stands for f bases before the first whole codon.
using phase_set = std::uint8_t;

constexpr bool has_phase(phase_set phases, int phase) { return (phases >> phase & 1) != 0; }

/// A block [start, end) on one strand. It is open in phase f when none of its whole codons is a stop; it is
/// closed in phase f when the last of its codons ends with the block and may end a coding sequence, and none
/// before it is a stop (in most genetic codes the same codons; see genetic_code). Of
/// a codon that an intron splits only the bases in the block are known:
///
///   begin  ATG...   A|GT   AT|GT             whole, or 1 or 2 bases of a split start codon before a donor
///   close  ...TAA   AG|G   AG|A  AG|AA ...   whole, or the last 1 or 2 bases of a split stop codon
struct coding_block {
  interval where;           // strand coordinates
  bool may_begin = false;   // it may be the first exon, in phase 0
  bool may_follow = false;  // it begins at an acceptor
  phase_set open = 0;       // when it ends at a donor: the phases in which it may go on
  phase_set closed = 0;     // the phases in which it may be the last exon

  // Weights of its sites, in the unit of the scorer; the larger one where a site is of two families. 0 where it has
  // none.
  spliced::score begins = 0;   // of the start codon; 0 when that is split
  spliced::score follows = 0;  // of the acceptor
  spliced::score goes_on = 0;  // of the donor

  [[nodiscard]] bool may_go_on() const { return open != 0; }
  [[nodiscard]] bool may_end() const { return closed != 0; }
  bool operator==(const coding_block&) const = default;
};

struct block_limits {
  std::int64_t max_length = std::numeric_limits<std::int64_t>::max();  // nt of a block
  std::size_t max_blocks = 1'000'000;
};

/// All blocks between `sites` of the region, ascending by place, each place once. A block that only a start
/// begins has no phases but 0. Stop codons count when they lie whole within the region. Throws bad_data when
/// there are more than max_blocks.
std::vector<coding_block> enumerate_blocks(const strand_region& region, const strand_sites& sites,
                                           const block_limits& limits = {}, const genetic_code& code = standard_code());

}  // namespace exonweave
