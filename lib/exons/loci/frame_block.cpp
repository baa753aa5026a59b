#include "exons/loci/frame_block.hpp"

#include <algorithm>
#include <string>

#include "exons/loci/pair_scores.hpp"
#include "exons/sequences/genetic_code.hpp"

namespace exonweave {

frame_block::frame_block(std::span<const sequence_piece> pieces, const sequence_catalog& sequences)
    : pieces_(pieces), sequences_(sequences) {
  auto codon = static_cast<std::uint32_t>(margin);
  for (std::size_t p = 0; p < pieces.size(); ++p)
    for (const strand on : both_strands) {
      const auto here = [&](interval forward) {
        return on == strand::forward ? forward : flip(forward, sequences.length(pieces[p].sequence));
      };
      const interval whole = here(pieces[p].whole), core = here(pieces[p].core);
      for (std::int64_t frame = 0; frame < codon_size; ++frame) {
        const std::int64_t begin = whole.start + frame;
        const auto n = static_cast<std::uint32_t>(std::max<std::int64_t>(0, (whole.end - begin) / codon_size));
        const auto first_from = [&](std::int64_t position) {
          const std::int64_t n_before = std::max<std::int64_t>(0, (position - begin + codon_size - 1) / codon_size);
          return codon + std::min(n, static_cast<std::uint32_t>(n_before));
        };
        frames_.push_back({p, on, begin, codon, codon + n, first_from(core.start), first_from(core.end)});
        codon += n + 1;
      }
    }
  codons_.resize(codon + margin, between_frames);
  letters_.resize(codons_.size(), no_seed_letter);
}

void frame_block::translate(std::size_t piece, const masked_sequence& read, const genetic_code& code) {
  const std::int64_t length = sequences_.length(pieces_[piece].sequence);
  const auto forward = spliced::encode_dna(read.residues);
  const auto reverse = spliced::encode_dna(reverse_complement(read.residues));
  const auto masked_after = flip(read.masked, length);
  for (const block_frame& frame : frames_of(piece)) {
    const bool is_forward = frame.on == strand::forward;
    translate(frame, is_forward ? forward : reverse, code);
    mask(frame, is_forward ? read.masked : masked_after);
  }
}

void frame_block::translate(const block_frame& frame, std::span<const spliced::residue_code> strand,
                            const genetic_code& code) {
  const auto start = static_cast<std::size_t>((&frame - frames_.data()) % codon_size);
  for (std::uint32_t codon = frame.first; codon < frame.last; ++codon) {
    const spliced::residue_code* const bases = &strand[start + codon_length * (codon - frame.first)];
    codons_[codon] = code.translate(bases[0], bases[1], bases[2]);
    letters_[codon] = seed_letters[codons_[codon]];
  }
}

// Leaves no letter to codons with a masked base. What is masked may begin 2 nt before the first codon: division rounds
// toward 0, and makes that codon 0.
void frame_block::mask(const block_frame& frame, std::span<const interval> masked) {
  const std::int64_t n_codons = frame.last - frame.first;
  for (const interval& each : masked) {
    const std::int64_t first = std::max<std::int64_t>(0, (each.start - frame.begin) / codon_size);
    const std::int64_t last = std::min(n_codons, (each.end - frame.begin + codon_size - 1) / codon_size);
    if (first < last) std::fill_n(letters_.begin() + frame.first + first, last - first, no_seed_letter);
  }
}

const block_frame& frame_block::frame_at(std::uint32_t codon) const {
  return *(std::ranges::upper_bound(frames_, codon, {}, &block_frame::first) - 1);
}

}  // namespace exonweave
