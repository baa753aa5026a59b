#include "exons/loci/strand_frames.hpp"

namespace exonweave {
namespace {

void digest(std::span<const seed_letter> letters, const seed_shape& shape, std::vector<word_digest>& digests) {
  digests.assign(letters.size(), no_digest);
  for_each_word(letters, 0, letters.size(), shape,
                [&](std::size_t i, seed_word word) { digests[i] = digest_of(word); });
}

}  // namespace

void strand_frames::translate(const strand_region& stretch, const genetic_code& code) {
  start_ = stretch.start;
  const auto& residues = stretch.residues;
  for (std::size_t frame = 0; frame < n_frames; ++frame) {
    auto& [codons, letters, digests] = frames_[frame];
    codons.clear();
    for (std::size_t i = frame; i + codon_length <= residues.size(); i += codon_length)
      codons.push_back(code.translate(residues[i], residues[i + 1], residues[i + 2]));
    letters = letters_of(codons);
    digests.resize(shapes_.size());
    for (std::size_t shape = 0; shape < shapes_.size(); ++shape) digest(letters, shapes_[shape], digests[shape]);
  }
}

strand_frames::codon_range strand_frames::range_of(interval window, std::size_t frame) const {
  const std::int64_t begin = window.start - start_ + static_cast<std::int64_t>(frame);  // in the stretch
  const std::int64_t count = (window.length() - static_cast<std::int64_t>(frame)) / codon_size;
  if (count <= 0) return {0, 0, 0};
  return {static_cast<std::size_t>(begin % codon_size), static_cast<std::size_t>(begin / codon_size),
          static_cast<std::size_t>(count)};
}

frame_part strand_frames::part(interval window, std::size_t frame) const {
  const auto [within, first, count] = range_of(window, frame);
  const translated_frame& translated = frames_[within];
  return {window.start + static_cast<std::int64_t>(frame), std::span(translated.codons).subspan(first, count),
          std::span(translated.letters).subspan(first, count)};
}

std::span<const word_digest> strand_frames::digests(interval window, std::size_t frame, std::size_t shape) const {
  const auto [within, first, count] = range_of(window, frame);
  return std::span(frames_[within].digests[shape]).subspan(first, count);
}

}  // namespace exonweave
