// Where every word of the targets occurs: proteins one behind the other, and a table of the places of each word.
//
//   targets  MKV.., MST..    residues  *MKV..*MST..*    words  AAAAAA: places; AAAAAC: places; ...
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exons/search/seed_alphabet.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

/// A place in the joined residues of all targets.
using joined_place = std::uint32_t;

class target_index {
 public:
  /// Protein targets of less than 2^32 residues in all. Words that occur more than `most_places` times, or have less than three
  /// different letters, are not looked for. Memory: 5 bytes for each residue, and 30 MB.
  target_index(const target_set& targets, std::size_t most_places);

  /// The places where the word begins, ascending.
  [[nodiscard]] std::span<const joined_place> places(seed_word word) const {
    return std::span(places_).subspan(first_[word], first_[word + 1] - first_[word]);
  }
  /// Where places() will look.
  void prefetch(seed_word word) const { __builtin_prefetch(&first_[word]); }

  /// Amino-acid codes, a stop before, between and behind the targets.
  [[nodiscard]] std::span<const spliced::residue_code> residues() const { return residues_; }
  [[nodiscard]] std::size_t target_at(joined_place place) const;
  /// The place of a target's first residue.
  [[nodiscard]] joined_place begin_of(std::size_t target) const { return begins_[target]; }
  [[nodiscard]] std::uint64_t n_residues() const { return residues_.size() - begins_.size() - 1; }

 private:
  void join(const target_set& targets);
  template <class Visit>
  void for_each_word(const Visit& visit) const;  // visit(word, place)

  std::vector<spliced::residue_code> residues_;
  std::vector<joined_place> begins_;  // [targets]
  std::vector<std::uint32_t> first_;  // [n_seed_words + 1] into places_
  std::vector<joined_place> places_;
};

}  // namespace exonweave
