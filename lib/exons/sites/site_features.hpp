// Scored sites and blocks as rows of GFF3, in forward coordinates.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exons/candidates/candidates.hpp"
#include "exons/sites/coding_blocks.hpp"
#include "exons/sites/strand_sites.hpp"

namespace exonweave {

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
std::string gff3_row(const site_feature& feature, const std::string& sequence, std::uint64_t number, score_unit unit);

}  // namespace exonweave
