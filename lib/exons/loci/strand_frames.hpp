// A stretch of a strand, translated once for all who look through parts of it: the codons of three frames, and the
// words that begin at each of them.
//
//   stretch  CATTGGAAAGAT     frame 0  CAT TGG AAA GAT   codons  H W K D    windows begin anywhere: [1, 11) has
//                             frame 1   ATT GGA AAG              I G K      IGK, LE and WKD, as its frames 0 to 2
//                             frame 2    TTG GAA AGA             L E R
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "exons/loci/seeds.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

/// What a window has of one frame.
struct frame_part {
  std::int64_t begin = 0;  // of its first codon, nt
  std::span<const spliced::residue_code> codons;
  std::span<const seed_letter> letters;  // of the codons
};

class strand_frames {
 public:
  static constexpr std::size_t n_frames = codon_length;

  /// `shapes` must outlive it.
  explicit strand_frames(std::span<const seed_shape> shapes) : shapes_(shapes) {}

  /// Of what has been translated before nothing is left.
  void translate(const strand_region& stretch, const genetic_code& code);

  /// Frame 0 begins where the window does, which lies within the stretch; what stands here holds until another one is
  /// translated.
  [[nodiscard]] frame_part part(interval window, std::size_t frame) const;
  /// [codons of the part] of the words of that shape that begin there; no_digest where a letter is none. Those that
  /// reach beyond the window have one, too.
  [[nodiscard]] std::span<const word_digest> digests(interval window, std::size_t frame, std::size_t shape) const;

 private:
  struct translated_frame {
    std::vector<spliced::residue_code> codons;
    std::vector<seed_letter> letters;
    std::vector<std::vector<word_digest>> digests;  // [shapes][codons]
  };
  struct codon_range {
    std::size_t frame, first, count;
  };

  [[nodiscard]] codon_range range_of(interval window, std::size_t frame) const;

  std::span<const seed_shape> shapes_;
  std::int64_t start_ = 0;
  std::array<translated_frame, n_frames> frames_;
};

}  // namespace exonweave
