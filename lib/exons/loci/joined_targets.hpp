// Proteins one after the other: what seeds of a genome are joined with. Their parts of low complexity have residues,
// but no letters: no seed begins there, as chance makes such parts alike, and segments may lie there all the same.
//
//   targets  MKV.., MST..    residues  ..*MKV..*MST..*..    letters  the group of each residue; none for *
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exons/loci/seeds.hpp"
#include "exons/sequences/targets.hpp"
#include "spliced/graph/large_vector.hpp"

namespace exonweave {

/// A place in the joined residues of all targets.
using joined_place = std::uint32_t;

class joined_targets {
 public:
  /// Of all targets together, with a stop for each and the margins.
  static constexpr std::uint64_t max_residues = UINT32_MAX;
  /// Stops before the first target and after the last: a window around any residue lies in the text.
  static constexpr std::size_t margin = 80;

  /// Protein targets of max_residues at most, else std::length_error.
  explicit joined_targets(std::span<const target> targets, unsigned n_threads = 1);

  /// Of targets with so many residues, bytes.
  static std::uint64_t bytes_for(std::uint64_t n_residues) {
    return 2 * (n_residues + 2 * margin) + n_residues / places_of_block * sizeof(std::uint32_t);
  }

  /// Amino-acid codes, a stop between two targets.
  [[nodiscard]] std::span<const spliced::residue_code> residues() const { return residues_; }
  /// [residues()]
  [[nodiscard]] std::span<const seed_letter> letters() const { return letters_; }
  [[nodiscard]] std::size_t target_at(joined_place place) const;
  /// The place of a target's first residue.
  [[nodiscard]] joined_place begin_of(std::size_t target) const { return begins_[target]; }

 private:
  static constexpr std::size_t places_of_block = 256;

  void mask(const target& protein, joined_place begin);

  spliced::large_vector<spliced::residue_code> residues_;
  spliced::large_vector<seed_letter> letters_;
  std::vector<joined_place> begins_;            // [targets]
  std::vector<std::uint32_t> target_of_block_;  // [blocks of places_of_block] that of its first place
};

}  // namespace exonweave
