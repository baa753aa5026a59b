// From a seed to a segment: it grows both ways, pair by pair, until its score has fallen too far below its best
// (Altschul et al. 1990).
//
//   codons     ..WDNPQRHEVL..
//   residues   ..WENPQKHELL..
//                  `-' the seed; left and right of it what earns most
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "exons/loci/found_stretches.hpp"
#include "exons/loci/target_index.hpp"
#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave {

struct segment_rules {
  spliced::score lowest_score = 40;  // half-bits of BLOSUM62
  spliced::score max_drop = 16;      // below the best so far, where growing ends
};

/// Codons of a frame and residues of targets that have a word in common.
struct seed {
  std::uint32_t codon;
  joined_place place;
  std::uint16_t span;
  std::uint16_t shape;
};

/// What grew from a seed: so many pairs from here on.
struct grown_stretch {
  std::uint32_t codon;
  joined_place place;
  std::uint32_t n_residues;
  spliced::score score;
};

/// Grows the seeds of one frame after another. Where seeds of several shapes lie on one diagonal the order matters: it
/// is that of the codons for each shape, within every codons_at_once of a frame. Not shared by threads.
class ungapped_extension {
 public:
  static constexpr std::size_t codons_at_once = 2048;

  explicit ungapped_extension(const segment_rules& rules) : rules_(rules), scores_(pair_scores()) {}

  /// Of this frame, and these residues, with a stop before, between and after targets: both outlive its seeds.
  void begin_frame(std::span<const spliced::residue_code> codons, std::span<const spliced::residue_code> residues) {
    codons_ = codons;
    residues_ = residues;
    found_.clear();
  }
  /// No seed before that codon comes any more.
  void leave_after(std::uint32_t codon) { found_.leave_after(codon); }

  /// Nothing where it lies within a stretch that was kept, or would score less than segment_rules::lowest_score.
  [[nodiscard]] std::optional<grown_stretch> grow(const seed& hit);
  /// Seeds that lie within will not grow.
  void keep(const grown_stretch& what) {
    found_.add(what.place - what.codon, what.codon, what.codon + what.n_residues);
  }

  [[nodiscard]] std::uint32_t count_identical(const grown_stretch& grown) const;

 private:
  struct gain {
    spliced::score score = 0;
    std::size_t length = 0;
  };

  template <std::ptrdiff_t step>
  [[nodiscard]] gain longest_gain(const spliced::residue_code* codons, const spliced::residue_code* residues,
                                  std::size_t most) const;
  [[nodiscard]] spliced::score score_of(spliced::residue_code codon, spliced::residue_code residue) const {
    return scores_[codon * row_length + residue];
  }

  static constexpr std::size_t row_length = 32;
  using pair_table = std::array<std::int8_t, row_length * row_length>;  // [codon][residue]
  static const pair_table& pair_scores();

  segment_rules rules_;
  const pair_table& scores_;
  std::span<const spliced::residue_code> codons_, residues_;
  found_stretches found_;  // in this frame
};

}  // namespace exonweave
