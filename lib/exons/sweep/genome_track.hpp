// A strand of a region as flat arrays by position: what may happen there to the exons of a coding sequence, the same
// for all targets. Proteins on ORF exons need no graph: every position is a row in one of three frames, and what leads
// into it and out of it is a property of the position.
//
//   position   0 1 2 3 4 5 6 7 8 9 ...
//   bases      A T G G C A G T A A
//   codons     M . . A . . V ...        the codon that begins there
//   coding     w . . w . . w ...        what it earns where no residue of a target is aligned with it
//   starts     w                        a start codon begins there
//   donors               w              an exon ends before it: the intron G T A A ... begins there
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "exons/graph/chain_graph.hpp"
#include "exons/graph/intron_phase.hpp"
#include "exons/sequences/genetic_code.hpp"

namespace exonweave {

/// Weights by position: a bit says where there is one, and how many there are before it reports which.
class site_track {
 public:
  using weight = std::int16_t;

  /// Of the `sites` of one family, ascending by position, on a track of `length` positions that begins at `start`. Of
  /// several at a place the largest counts. Throws std::range_error where a weight has no room.
  static site_track make(const std::vector<scored_site>& sites, splice_family family, std::int64_t start,
                         std::int64_t length);

  [[nodiscard]] bool has(std::int64_t position) const {
    const auto p = static_cast<std::size_t>(position);
    return !is_there_.empty() && (is_there_[p / word_length] >> (p % word_length) & 1U) != 0;
  }
  /// Only where there is any.
  [[nodiscard]] weight at(std::int64_t position) const {
    const auto p = static_cast<std::size_t>(position);
    const std::uint64_t before = is_there_[p / word_length] & ((std::uint64_t{1} << (p % word_length)) - 1);
    return weights_[n_before_[p / word_length] + static_cast<std::size_t>(std::popcount(before))];
  }
  /// visit(position), ascending.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t w = 0; w < is_there_.size(); ++w)
      for (std::uint64_t word = is_there_[w]; word != 0; word &= word - 1)
        visit(static_cast<std::int64_t>(w * word_length) + std::countr_zero(word));
  }
  /// Of all sites; 0 where there are none.
  [[nodiscard]] weight largest() const { return largest_; }
  [[nodiscard]] weight smallest() const { return smallest_; }
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  static constexpr std::size_t word_length = 64;

  std::vector<std::uint64_t> is_there_;  // [length / 64 + 1] bits by position; empty: no sites at all
  std::vector<std::uint32_t> n_before_;  // [words] sites in the words before
  std::vector<weight> weights_;          // [sites]
  weight largest_ = 0, smallest_ = 0;
};

/// What is aligned of a codon, and what it earns where nothing is.
struct swept_codon {
  spliced::residue_code residue = spliced::no_residue;
  spliced::gap_weight in_gap = 0;
  bool operator==(const swept_codon&) const = default;
};

/// Positions count from 0 to length(), which is after the last base.
struct genome_track {
  std::int64_t start = 0;                     // strand coordinate of position 0
  std::vector<spliced::residue_code> bases;   // [length]
  std::vector<spliced::residue_code> codons;  // [length - 2, at least 0] the residue of the codon that begins there
  std::vector<spliced::gap_weight> coding;    // [codons] what it earns in gaps; empty: nothing
  std::array<site_track, intron_phase::n_families> donors, acceptors;
  site_track starts;                // whole start codons
  site_track cut_begins, cut_ends;  // where a gene may be cut: what a chain adds that begins or ends there so

  [[nodiscard]] std::int64_t length() const { return std::ssize(bases); }
  [[nodiscard]] std::uint64_t bytes() const;
  [[nodiscard]] spliced::residue_code base(std::int64_t position) const {
    return bases[static_cast<std::size_t>(position)];
  }
  [[nodiscard]] spliced::residue_code codon(std::int64_t position) const {
    return codons[static_cast<std::size_t>(position)];
  }
  [[nodiscard]] swept_codon whole_codon(std::int64_t position) const {
    const auto p = static_cast<std::size_t>(position);
    return {codons[p], coding.empty() ? spliced::gap_weight{0} : coding[p]};
  }
};

/// That of a region with ORF exons anywhere and nothing else, read codon by codon: no exons, no limits. Throws
/// std::range_error as site_track does.
genome_track make_track(const strand_region& region, const block_sites& blocks, const exon_reading& reading);

}  // namespace exonweave
