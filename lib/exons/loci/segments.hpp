// Segments: stretches of codons in one reading frame that look like a stretch of a target, without gaps. A word that
// both share is the seed from which they grow.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "exons/loci/target_index.hpp"
#include "exons/loci/ungapped_extension.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave {

struct segment {
  std::uint32_t target = 0;
  std::uint32_t first_residue = 0;  // of the target
  std::uint32_t n_residues = 0;
  std::int64_t begin = 0;  // of its first codon, nt
  spliced::score score = 0;
  std::uint32_t n_identical = 0;  // residues

  [[nodiscard]] std::int64_t end() const { return begin + 3 * std::int64_t{n_residues}; }
  [[nodiscard]] std::uint32_t residue_end() const { return first_residue + n_residues; }
  /// The same for segments that are parts of one alignment without gaps. nt
  [[nodiscard]] std::int64_t diagonal() const { return begin - 3 * std::int64_t{first_residue}; }
  auto operator<=>(const segment&) const = default;
};

/// Finds segments; those of a target are the same whatever other targets there are, but for words that are in too many
/// places (index_rules). Not shared by threads; the index is.
class segment_finder {
 public:
  segment_finder(const target_index& targets, const segment_rules& rules);

  /// Appends to `found` the segments of one reading frame that have a seed among the codons [first, last): amino-acid
  /// codes of its codons, less than 2^31, the first of which begins at `begin` (nt). Seeds are of `letters`, those of
  /// the codons but for no_seed_letter where none are to be; segments may lie there.
  void find(std::span<const spliced::residue_code> codons, std::span<const seed_letter> letters, std::size_t first,
            std::size_t last, std::int64_t begin, std::vector<segment>& found);

 private:
  using word_here = std::pair<seed_word, std::uint32_t>;  // and its codon

  [[nodiscard]] std::size_t keep_known(std::size_t shape, std::span<word_here> words) const;
  void prefetch_around(joined_place place) const;
  [[nodiscard]] bool shares_word(const seed& hit, std::span<const spliced::residue_code> codons) const;
  template <class Use>
  void gather_seeds(std::span<const seed_letter> letters, std::size_t first, std::size_t last, const Use& use);
  void sort_seeds();
  void grow_seeds(std::span<const spliced::residue_code> codons, std::int64_t begin, std::vector<segment>& found);

  // Diagonals that lie near each other are one part.
  static constexpr std::size_t n_parts = 1024;
  [[nodiscard]] std::size_t part_of(const seed& which) const {
    return ((which.place - which.codon) >> part_bits_) % n_parts;
  }

  const target_index& targets_;
  ungapped_extension grower_;
  int part_bits_ = 14;
  std::vector<seed> seeds_, sorted_;
};

/// Of those that overlap on one diagonal, grown from several seeds, the best; by target. Whatever the order they come
/// in.
std::vector<segment> without_repeats(std::vector<segment> segments);

}  // namespace exonweave
