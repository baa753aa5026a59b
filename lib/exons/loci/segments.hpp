// Segments: stretches of codons in one reading frame that look like a stretch of a target, without gaps. A word that
// both share is the seed from which they grow (ungapped_extension.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "spliced/scoring/score.hpp"

namespace exonweave {

struct segment {
  std::uint32_t target = 0;
  std::uint32_t first_residue = 0;  // of the target
  std::uint32_t n_residues = 0;
  std::int64_t begin = 0;  // of its first codon, nt
  spliced::score score = 0;
  std::uint32_t n_identical = 0;  // residues
  spliced::score gapped = 0;      // of the gapped alignment around it; 0: none was made

  [[nodiscard]] std::int64_t end() const { return begin + 3 * std::int64_t{n_residues}; }
  [[nodiscard]] std::uint32_t residue_end() const { return first_residue + n_residues; }
  /// The same for segments that are parts of one alignment without gaps. nt
  [[nodiscard]] std::int64_t diagonal() const { return begin - 3 * std::int64_t{first_residue}; }
  auto operator<=>(const segment&) const = default;
};

/// Of those that overlap on one diagonal, grown from several seeds, the best; by target. Whatever the order they come
/// in.
std::vector<segment> without_repeats(std::vector<segment> segments);

}  // namespace exonweave
