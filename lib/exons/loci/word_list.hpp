// The words of one shape in all targets, sorted: where each is. Made once, and joined with one block of a genome after
// another (double indexing: Buchfink, Xie and Huson 2015, Nature Methods 12:59).
//
//   targets  *MKTAY*KTAYM*   words of 111    KTA: 2, 7    MKT: 1    TAY: 3, 8    ...
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exons/loci/joined_targets.hpp"
#include "exons/loci/seeds.hpp"
#include "spliced/graph/large_vector.hpp"

namespace exonweave {

struct word_place {
  seed_word word;
  std::uint32_t place;
};
using word_places = std::vector<word_place, spliced::large_allocator<word_place, spliced::fresh_elements::unset>>;

struct word_rules {
  int fewest_letters = 3;          // different ones, of a word that is looked for
  std::size_t max_places = 2'000;  // of a word that is looked for
};

class word_list {
 public:
  word_list(const joined_targets& targets, const seed_shape& shape, const word_rules& rules);

  /// Bytes of the lists of some shapes while they are made.
  static std::uint64_t bytes_for(std::uint64_t n_residues, std::span<const seed_shape> shapes);

  [[nodiscard]] const seed_shape& shape() const { return shape_; }
  /// Whether that word is in the list.
  [[nodiscard]] bool has(seed_word word) const { return (is_there_[word / n_bits] >> (word % n_bits) & 1) != 0; }
  /// Ascending by word, and of each by place.
  [[nodiscard]] std::span<const word_place> places() const { return places_; }

  /// Words of the same upper bits are one part: a join has one at hand at a time.
  [[nodiscard]] std::size_t part_of(seed_word word) const { return word >> part_bits_; }
  [[nodiscard]] std::size_t n_parts() const { return part_begins_.size() - 1; }
  [[nodiscard]] std::size_t words_of_part() const { return std::size_t{1} << part_bits_; }
  [[nodiscard]] std::span<const word_place> places_of_part(std::size_t part) const {
    return std::span<const word_place>(places_).subspan(part_begins_[part],
                                                        part_begins_[part + 1] - part_begins_[part]);
  }

 private:
  static constexpr std::size_t n_bits = 64;

  void leave_frequent_out(std::size_t max_places);
  void note_words();

  seed_shape shape_;
  int part_bits_;
  word_places places_;
  std::vector<std::uint64_t> is_there_;   // [words] a bit each
  std::vector<std::size_t> part_begins_;  // [parts + 1] in places_
};

}  // namespace exonweave
