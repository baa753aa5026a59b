// Segments: stretches of codons in one reading frame that look like a stretch of a target, without gaps. A word that
// both share is the seed from which they grow (ungapped_extension.hpp).
//
// Chains of segments: what may be the exons of one gene, one after the other on the strand and in the target.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exons/sequences/interval.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave {

struct segment {
  std::uint32_t target = 0;
  std::uint32_t first_residue = 0;  // of the target
  std::uint32_t n_residues = 0;
  std::int64_t begin = 0;  // of its first codon, nt
  spliced::score score = 0;
  std::uint32_t n_identical = 0;  // residues
  spliced::score gapped = 0;      // of the gapped alignment around it; 0: none was made

  [[nodiscard]] std::int64_t end() const { return begin + 3 * std::int64_t{n_residues}; }
  [[nodiscard]] std::uint32_t residue_end() const { return first_residue + n_residues; }
  /// The same for segments that are parts of one alignment without gaps. nt
  [[nodiscard]] std::int64_t diagonal() const { return begin - 3 * std::int64_t{first_residue}; }
  auto operator<=>(const segment&) const = default;
};

/// Of those that overlap on one diagonal, grown from several seeds, the best; by target. Whatever the order they come
/// in.
std::vector<segment> without_repeats(std::vector<segment> segments);

struct segment_chain {
  std::uint32_t target = 0;
  // Of the segments, less what the ways between them cost, or that of `gapped`, as an ungapped score, where this is
  // more; half-bits.
  double score = 0;
  interval on_strand;  // nt, from the first segment to the last
  interval on_target;  // residues
  std::uint32_t n_segments = 0;
  std::int64_t longest_intron = 0;  // nt that a segment lies farther from the one before than its residues do, at most
  // Residues of the target in its segments, and those of them that are identical; where two segments overlap in the
  // target the second one has its fraction of the rest.
  std::uint32_t n_aligned = 0;
  std::uint32_t n_identical = 0;
  spliced::score gapped = 0;         // the best gapped alignment around one of its segments; 0: none was made
  segment best{};                    // of its segments the one that scores most
  std::vector<interval> segments{};  // where they lie on the strand, the last one first; chain_rules::keeps_segments
};

struct chain_rules {
  std::int64_t max_intron = 200'000;  // nt
  double lowest_score = 0;            // half-bits
  double way = 6;                     // half-bits, of every way from one segment to the next
  bool keeps_segments = false;        // of each chain where its segments lie
};

/// What a way from one part of a chain to the next costs, half-bits: between `next to` nt, by which the next one lies
/// elsewhere than its residues would, and `between` residues of the target; of either sign both. See chain_segments.
double score_of_way(double way, std::int64_t next_to, std::int64_t between);

/// A chain scores what the gapped alignment around one of its segments does, if that is more.
void judge_by_gaps(segment_chain& chain);

/// Chains of `segments`, all of one target and strand, in any order; the best first, each segment in one chain at most.
/// Between two segments that lie s residues apart in the target, and d nt farther on the strand than these are, a way
/// costs `way` + (ln(1 + d) + ln(1 + s)) / 0.3176 half-bits: what the best of so many places scores by chance, and what
/// the choice among all ways is worth. Where they overlap in the target the second one counts for less by its fraction.
std::vector<segment_chain> chain_segments(std::vector<segment> segments, const chain_rules& rules);

}  // namespace exonweave
