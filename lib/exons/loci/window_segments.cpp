#include "exons/loci/window_segments.hpp"

#include <algorithm>

namespace exonweave {

std::vector<segment> window_segment_finder::find(const target& protein, const strand_frames& strand, interval window) {
  words_.read(protein);
  std::vector<segment> found;
  for (std::size_t frame = 0; frame < strand_frames::n_frames; ++frame) find_in_frame(strand, window, frame, found);
  return found;
}

void window_segment_finder::find_in_frame(const strand_frames& strand, interval window, std::size_t frame,
                                          std::vector<segment>& found) {
  const frame_part part = strand.part(window, frame);
  grower_.begin(part.codons, words_.residues());
  found_.clear();
  const auto shapes = words_.shapes();
  for (std::size_t first = 0; first < part.codons.size(); first += codons_at_once) {
    found_.leave_after(static_cast<std::uint32_t>(first));
    for (std::size_t shape = 0; shape < shapes.size(); ++shape)
      grow_seeds(part, strand.digests(window, frame, shape), first, shape, found);
  }
}

// Of one shape, that begin at some codons from `first` on, and lie within the part.
void window_segment_finder::grow_seeds(const frame_part& part, std::span<const word_digest> digests, std::size_t first,
                                       std::size_t shape, std::vector<segment>& found) {
  const seed_shape& by = words_.shapes()[shape];
  const std::size_t n_codons = part.codons.size();
  const std::size_t after = n_codons + 1 - std::min(n_codons + 1, by.span());
  const std::size_t last = std::min(first + codons_at_once, after);
  for (std::size_t codon = first; codon < last; ++codon) {
    if (!words_.may_have(shape, digests[codon])) continue;
    words_.for_each_place(shape, by.word_at(&part.letters[codon]), [&](joined_place place) {
      const seed hit{static_cast<std::uint32_t>(codon), place, static_cast<std::uint16_t>(by.span()),
                     static_cast<std::uint16_t>(shape)};
      if (found_.hold(hit.diagonal(), hit.codon, hit.codon + hit.span)) return;
      const auto grown = grower_.grow(hit);
      if (!grown) return;
      found_.add(grown->diagonal(), grown->codon, grown->codon_end());
      found.push_back({0, grown->place - target_words::begin, grown->n_residues,
                       part.begin + 3 * std::int64_t{grown->codon}, grown->score, grower_.count_identical(*grown)});
    });
  }
}

}  // namespace exonweave
