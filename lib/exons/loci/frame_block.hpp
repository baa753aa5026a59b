// Pieces of a genome in six frames each, one after the other: the text whose words are joined with those of targets.
//
//   piece 0  + CATTGGAAA    codons  ..|HWK|IG|LE|..|FPM|..|..     | stands for codes that are none
//   piece 1  ...
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exons/loci/masked_reader.hpp"
#include "exons/loci/seeds.hpp"
#include "exons/loci/sequence_pieces.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "spliced/graph/large_vector.hpp"

namespace exonweave {

/// A frame of a strand of a piece, in codons of the block.
struct block_frame {
  std::size_t piece;
  strand on;
  std::int64_t begin;                   // of its first codon, nt on the strand
  std::uint32_t first, last;            // its codons
  std::uint32_t first_seed, last_seed;  // those where seeds may begin
};

class frame_block {
 public:
  static constexpr std::size_t frames_of_piece = codon_length * both_strands.size();
  /// between_frames before the first frame and after the last: what alignments around a codon read lies in the text.
  static constexpr std::size_t margin = 80;

  /// Less than 2^30 nt. Nothing is read yet. Both must outlive it.
  frame_block(std::span<const sequence_piece> pieces, const sequence_catalog& sequences);

  /// Bytes of so many nt.
  static std::uint64_t bytes_for(std::uint64_t n_nt) { return 2 * both_strands.size() * n_nt; }

  /// Translates a piece, once each; several threads may at once. No seed has a codon with a base of `read.masked`.
  void translate(std::size_t piece, const masked_sequence& read, const genetic_code& code);

  /// Amino-acid codes, between_frames before, between and after frames: a window around any codon lies in the text.
  [[nodiscard]] std::span<const spliced::residue_code> codons() const { return codons_; }
  [[nodiscard]] std::span<const seed_letter> letters() const { return letters_; }
  [[nodiscard]] std::span<const block_frame> frames_of(std::size_t piece) const {
    return std::span(frames_).subspan(piece * frames_of_piece, frames_of_piece);
  }
  /// [pieces][strands][3]
  [[nodiscard]] std::span<const block_frame> frames() const { return frames_; }
  /// The frame that has this codon.
  [[nodiscard]] const block_frame& frame_at(std::uint32_t codon) const;

 private:
  void translate(const block_frame& frame, std::span<const spliced::residue_code> strand, const genetic_code& code);
  void mask(const block_frame& frame, std::span<const interval> masked);

  std::span<const sequence_piece> pieces_;
  const sequence_catalog& sequences_;
  std::vector<block_frame> frames_;  // [pieces][strands][3]
  spliced::large_vector<spliced::residue_code> codons_;
  spliced::large_vector<seed_letter> letters_;
};

}  // namespace exonweave
