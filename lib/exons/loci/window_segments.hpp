// Segments of one target in a window of a strand, by fine seeds. Targets and windows come one after another; what a
// thread holds for them is made once.
#pragma once

#include <span>
#include <vector>

#include "exons/loci/segments.hpp"
#include "exons/loci/strand_frames.hpp"
#include "exons/loci/target_words.hpp"

namespace exonweave {

/// Not shared by threads.
class window_segment_finder {
 public:
  /// `shapes` must outlive it.
  window_segment_finder(std::span<const seed_shape> shapes, const segment_rules& rules)
      : words_(shapes), grower_(rules) {}

  /// Those that segment_finder would find in the three frames of the window with an index of this target alone, which
  /// is target 0 there. `strand` has the same shapes, and the window.
  [[nodiscard]] std::vector<segment> find(const target& protein, const strand_frames& strand, interval window);

 private:
  void find_in_frame(const strand_frames& strand, interval window, std::size_t frame, std::vector<segment>& found);
  void grow_seeds(const frame_part& part, std::span<const word_digest> digests, std::size_t first, std::size_t shape,
                  std::vector<segment>& found);

  target_words words_;
  ungapped_extension grower_;
};

}  // namespace exonweave
