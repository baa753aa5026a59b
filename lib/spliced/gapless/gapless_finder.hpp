// What finds, without seeds, every good match without gaps between queries and a text: each residue of all queries is
// compared with each residue of the text, as the prefilter of MMseqs2 does on GPUs (Kallenborn et al. 2025).
//
// Queries come in blocks of some residues, and the text in windows (gapless_layout.hpp). A block and a window have one
// match, the best one that ends in both.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave::spliced {

/// Where a match without gaps ends: its last pair.
struct gapless_match {
  std::uint32_t position = 0;  // in the text
  std::uint32_t place = 0;     // in the residues of all queries
  score value = 0;             // of the match, up to there

  auto operator<=>(const gapless_match&) const = default;
};

class gapless_finder {
 public:
  virtual ~gapless_finder() = default;

  /// Matches that score `least` (at least 3) or more, in no order. All codes of `text` but those of the 20 amino acids
  /// end matches. A match that begins or ends with a pair of little worth, and scores hardly more than `least`, may be
  /// missed: see gapless_layout.hpp. Throws run_stopped, and what devices throw.
  virtual std::vector<gapless_match> find(std::span<const residue_code> text, score least,
                                          const run_control& control) = 0;
};

}  // namespace exonweave::spliced
