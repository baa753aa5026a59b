// Where every word of the targets occurs: proteins one after the other, and for each shape of seeds a table of the
// places of each word. Bits next to it tell of most words that occur nowhere.
//
//   targets  MKV.., MST..    residues  *MKV..*MST..*    words  AAAAAA: places; AAAAAC: places; ...
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "exons/loci/seeds.hpp"
#include "exons/sequences/targets.hpp"
#include "spliced/graph/large_vector.hpp"

namespace exonweave {

/// A place in the joined residues of all targets.
using joined_place = std::uint32_t;

struct index_rules {
  std::vector<seed_shape> shapes;
  int fewest_letters = 1;              // different ones, of a word that is looked for
  std::size_t max_places = 1'000'000;  // of a word that is looked for, about
};

class target_index {
 public:
  /// Of all targets together, with one more for each and one.
  static constexpr std::uint64_t max_residues = UINT32_MAX;
  /// Protein targets of max_residues at most, else std::length_error.
  target_index(std::span<const target> targets, index_rules rules);

  /// What an index holds while it is made, at most: residues and letters, the words of a shape, and tables.
  static std::uint64_t bytes_for(std::uint64_t n_residues, std::size_t n_shapes);

  [[nodiscard]] std::span<const seed_shape> shapes() const { return rules_.shapes; }
  /// Calls visit(place) where a stretch of that shape has this word, ascending; and, of a few in a hundred, where it
  /// has another.
  template <class Visit>
  void for_each_place(std::size_t shape, seed_word word, const Visit& visit) const {
    const table& slots = tables_[shape];
    const std::uint32_t key = mixed(word);
    const std::uint32_t bucket = bucket_of(key);
    for (std::uint32_t i = slots.first[bucket]; i < slots.first[bucket + 1]; ++i)
      if (const entry found = slots.at(i); found.tag == tag_of(key)) visit(found.place);
  }
  /// Whether that word may occur. Of most words that do not this distinguishes so, from a tenth of the memory.
  [[nodiscard]] bool may_have(std::size_t shape, seed_word word) const {
    const std::uint32_t bit = bit_of(mixed(word));
    return (tables_[shape].is_there[bit / n_bits] >> (bit % n_bits) & 1) != 0;
  }
  /// Where may_have will look.
  void prefetch_bit(std::size_t shape, seed_word word) const {
    __builtin_prefetch(&tables_[shape].is_there[bit_of(mixed(word)) / n_bits]);
  }
  /// Where for_each_place will look first.
  void prefetch_bucket(std::size_t shape, seed_word word) const {
    __builtin_prefetch(&tables_[shape].first[bucket_of(mixed(word))]);
  }
  /// Where it will look next, when that has come.
  void prefetch_entries(std::size_t shape, seed_word word) const {
    const table& slots = tables_[shape];
    __builtin_prefetch(&slots.entries[std::size_t{slots.first[bucket_of(mixed(word))]} * entry_bytes]);
  }

  /// Amino-acid codes, a stop before, between and after the targets.
  [[nodiscard]] std::span<const spliced::residue_code> residues() const { return residues_; }
  [[nodiscard]] std::size_t target_at(joined_place place) const;
  /// The place of a target's first residue.
  [[nodiscard]] joined_place begin_of(std::size_t target) const { return begins_[target]; }
  [[nodiscard]] std::uint64_t n_residues() const { return residues_.size() - begins_.size() - 1; }

 private:
  // Words lie in buckets, of which the high bits of a mixed word tell, each with a tag, the bits after them.
  struct entry {
    joined_place place;
    std::uint8_t tag;
  };
  static constexpr std::size_t entry_bytes = 5;
  static constexpr std::size_t n_bits = 64;
  struct table {
    spliced::large_vector<std::uint64_t> is_there;  // [bit_of a key] whether a word has it
    spliced::large_vector<std::uint32_t> first;     // [buckets + 1] into the entries
    spliced::large_vector<unsigned char> entries;   // place and tag, packed

    [[nodiscard]] entry at(std::size_t i) const {
      entry made;
      std::memcpy(&made.place, &entries[i * entry_bytes], sizeof made.place);
      made.tag = entries[i * entry_bytes + sizeof made.place];
      return made;
    }
    void put(std::size_t i, entry made) {
      std::memcpy(&entries[i * entry_bytes], &made.place, sizeof made.place);
      entries[i * entry_bytes + sizeof made.place] = made.tag;
    }
  };

  // Every word another number (Knuth, multiplicative hashing).
  static std::uint32_t mixed(seed_word word) { return word * 2'654'435'769u; }
  [[nodiscard]] std::uint32_t bucket_of(std::uint32_t key) const { return key >> (32 - bucket_bits_); }
  // A bucket has 2^3 bits, of which the bits of a key after those of the bucket choose one: some two to four for a
  // word.
  static constexpr int bits_of_bucket = 3;
  [[nodiscard]] std::uint32_t bit_of(std::uint32_t key) const { return key >> (32 - bucket_bits_ - bits_of_bucket); }
  [[nodiscard]] std::uint8_t tag_of(std::uint32_t key) const {
    return static_cast<std::uint8_t>(key >> (24 - bucket_bits_));
  }

  void join(std::span<const target> targets);
  struct mixed_word {
    std::uint32_t key;
    joined_place place;
  };
  using word_list = spliced::large_vector<mixed_word>;
  // A table is far larger than a cache. So words are put there part by part: those of the same highest bits, which lie
  // close.
  static constexpr int part_bits = 8;
  static constexpr std::size_t n_parts = 1 << part_bits;
  static std::size_t part_of(std::uint32_t key) { return key >> (32 - part_bits); }
  using part_counts = std::array<std::size_t, n_parts>;
  struct part_range {
    std::size_t first, last;
  };
  template <class Visit>
  void for_each_word_in(std::span<const seed_letter> letters, const seed_shape& shape, part_range parts,
                        const Visit& visit) const;
  [[nodiscard]] table make_table(const seed_shape& shape, std::span<const seed_letter> letters, word_list& words) const;
  void gather_words(const seed_shape& shape, std::span<const seed_letter> letters, part_range parts,
                    const part_counts& counts, word_list& words) const;
  void put_words(const word_list& words, part_range parts, table& into) const;

  index_rules rules_;
  int bucket_bits_;
  spliced::large_vector<spliced::residue_code> residues_;
  std::vector<joined_place> begins_;  // [targets]
  std::vector<table> tables_;         // [shapes]
};

}  // namespace exonweave
