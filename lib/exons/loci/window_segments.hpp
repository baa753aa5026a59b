// Segments of one target in a window of a strand, by fine seeds. Targets and windows come one after another; what a
// thread holds for them is made once.
#pragma once

#include <span>
#include <vector>

#include "exons/loci/found_stretches.hpp"
#include "exons/loci/segment_chains.hpp"
#include "exons/loci/strand_frames.hpp"
#include "exons/loci/target_words.hpp"
#include "exons/loci/ungapped_extension.hpp"

namespace exonweave {

/// Not shared by threads.
class window_segment_finder {
 public:
  static constexpr std::size_t codons_at_once = 2048;

  /// `shapes` must outlive it.
  window_segment_finder(std::span<const seed_shape> shapes, const segment_rules& rules)
      : words_(shapes), grower_(rules) {}

  /// Those of the three frames of the window; the protein is target 0 there. `strand` has the same shapes, and the
  /// window. Within every codons_at_once of a frame seeds grow shape by shape, those of each in the order of their
  /// codons: not those that lie within what grew from one before on their diagonal.
  [[nodiscard]] std::vector<segment> find(const target& protein, const strand_frames& strand, interval window);

 private:
  void find_in_frame(const strand_frames& strand, interval window, std::size_t frame, std::vector<segment>& found);
  void grow_seeds(const frame_part& part, std::span<const word_digest> digests, std::size_t first, std::size_t shape,
                  std::vector<segment>& found);

  target_words words_;
  ungapped_extension grower_;
  found_stretches found_;  // in the frame at hand
};

}  // namespace exonweave
