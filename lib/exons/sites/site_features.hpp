// Scored sites and blocks as rows of GFF3, in forward coordinates.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "exons/candidates/candidates.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sites/site_scorer.hpp"

namespace exonweave {

// Every stretch between two sites that could be an exon of a coding sequence: what a chain of ORF exons is
// made of, written out one by one. Their number grows with the square of the number of sites in an open frame.

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

/// One row. The order of the members is that of the rows in a file.
struct site_feature {
  enum class kind : std::uint8_t { start_codon, donor, acceptor, stop_codon, block };

  interval where;  // forward coordinates: the two bases of a splice site, the three of a codon, a block
  strand on = strand::forward;
  kind is = kind::block;
  splice_family family = splice_family::major;
  exon_type type = exon_type::unknown;  // of a block
  std::int8_t phase = no_phase;         // of a block
  /// In the unit of the scorer: of a site, of all sites of a block; stop codons have none.
  std::optional<spliced::score> score{};

  auto operator<=>(const site_feature&) const = default;
};

/// The rows of the sites on a strand of a sequence of `length` nt, in the order of `sites`.
std::vector<site_feature> features_of(const strand_sites& sites, strand on, std::int64_t length);

/// The rows of the stop codons that begin there.
std::vector<site_feature> features_of_stops(const std::vector<std::int64_t>& stops, strand on, std::int64_t length);

/// The rows of the blocks: one for each type and phase in which a block may be an exon.
std::vector<site_feature> features_of(const std::vector<coding_block>& blocks, strand on, std::int64_t length);

/// The row as text with its line end. Types are five_prime_cis_splice_site, three_prime_cis_splice_site,
/// start_codon, stop_codon and coding_exon; a block has an ID with its `number` and its exon_type, a site of the
/// minor family family=minor. `unit` is that of the scorer.
std::string feature_row(const site_feature& feature, const std::string& sequence, std::uint64_t number,
                        score_unit unit);

}  // namespace exonweave
