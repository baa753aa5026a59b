// From a seed to a segment: it grows both ways, pair by pair, until its score has fallen too far below its best
// (Altschul et al. 1990).
//
//   codons     ..WDNPQRHEVL..
//   residues   ..WENPQKHELL..
//                  `-' the seed; left and right of it what earns most
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "exons/loci/joined_targets.hpp"
#include "exons/loci/pair_scores.hpp"
#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave {

struct segment_rules {
  spliced::score lowest_score = 40;  // half-bits of BLOSUM62
  spliced::score max_drop = 16;      // below the best so far, where growing ends
  // Of a segment, or of the gapped alignment around it (gapped_extension.hpp); 0: none is aligned with gaps.
  spliced::score lowest_gapped = 0;
};

/// Codons of a frame and residues of targets that have a word in common.
struct seed {
  std::uint32_t codon;
  joined_place place;
  std::uint16_t span;
  std::uint16_t shape;

  /// The same on one diagonal; modulo 2^32.
  [[nodiscard]] std::uint32_t diagonal() const { return place - codon; }
};

/// What grew from a seed: so many pairs from here on.
struct grown_stretch {
  std::uint32_t codon;
  joined_place place;
  std::uint32_t n_residues;
  spliced::score score;

  [[nodiscard]] std::uint32_t diagonal() const { return place - codon; }
  [[nodiscard]] std::uint32_t codon_end() const { return codon + n_residues; }
};

class ungapped_extension {
 public:
  explicit ungapped_extension(const segment_rules& rules) : rules_(rules), scores_(pair_scores::blosum62()) {}

  /// Of these codons, and these residues, with a stop before, between and after targets: both outlive their seeds.
  void begin(std::span<const spliced::residue_code> codons, std::span<const spliced::residue_code> residues) {
    codons_ = codons;
    residues_ = residues;
  }

  /// Nothing where it would score less than segment_rules::lowest_score.
  [[nodiscard]] std::optional<grown_stretch> grow(const seed& hit) const;

  [[nodiscard]] std::uint32_t count_identical(const grown_stretch& grown) const;

 private:
  struct gain {
    spliced::score score = 0;
    std::size_t length = 0;
  };

  template <std::ptrdiff_t step>
  [[nodiscard]] gain longest_gain(const spliced::residue_code* codons, const spliced::residue_code* residues,
                                  std::size_t most) const;

  segment_rules rules_;
  const pair_scores& scores_;
  std::span<const spliced::residue_code> codons_, residues_;
};

}  // namespace exonweave
