// Where every word of one target occurs: to look many words up of which few occur, as each does in a window of the
// genome. One bit for each digest says of most that they do not; the bits of two shapes fit into the nearest cache.
//
//   digest --> bits: no                       nearly always
//                    yes --> slot --> place --> place, of this word or another of the slot
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exons/loci/joined_targets.hpp"
#include "exons/loci/seeds.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

class target_words {
 public:
  /// `shapes` must outlive it. It has the words of no target yet.
  explicit target_words(std::span<const seed_shape> shapes);

  /// The words of this protein, in place of those of another.
  void read(const target& protein);

  [[nodiscard]] std::span<const seed_shape> shapes() const { return shapes_; }
  /// Amino-acid codes, a stop before and after them.
  [[nodiscard]] std::span<const spliced::residue_code> residues() const { return residues_; }
  /// The place of the first residue.
  static constexpr joined_place begin = 1;

  /// Whether a word with that digest may occur; never of no_digest.
  [[nodiscard]] bool may_have(std::size_t shape, word_digest digest) const {
    return (tables_[shape].is_there[digest / n_bits] >> (digest % n_bits) & 1) != 0;
  }
  /// Calls visit(place) where a stretch of that shape has this word, ascending.
  template <class Visit>
  void for_each_place(std::size_t shape, seed_word word, const Visit& visit) const {
    const table& slots = tables_[shape];
    for (std::uint32_t i = slots.heads[digest_of(word) & slot_mask_]; i != none; i = slots.occurrences[i].next)
      if (slots.occurrences[i].word == word) visit(slots.occurrences[i].place);
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  static constexpr std::size_t n_bits = 64;
  struct occurrence {
    seed_word word;
    joined_place place;
    std::uint32_t next;  // of the slot, in occurrences; none
  };
  struct table {
    std::array<std::uint64_t, (no_digest + std::size_t{1}) / n_bits> is_there{};  // [digests] a bit each
    std::vector<std::uint32_t> heads;                                             // [slots] the first one
    std::vector<occurrence> occurrences;
  };

  void fill(table& out, const seed_shape& shape, std::span<const seed_letter> letters) const;

  std::span<const seed_shape> shapes_;
  std::vector<spliced::residue_code> residues_;
  std::size_t slot_mask_ = 0;
  std::vector<table> tables_;  // [shapes]
};

}  // namespace exonweave
