// A database of proteins as scan engines read it: sorted by length, in interleaved blocks of 256, so that threads of a
// GPU that align neighbours read neighbouring words and end at about the same time.
//
// A block is a matrix of words, a column for each of its sequences; a word holds four residues, the first in its lowest
// byte. The smallest example, blocks of 2 sequences in place of 256, of the sequences ARNDC, NDR, RR, AN (codes as
// letters, - is padding):
//
//   lengths   5 3 2 2
//   block 0   ARND NDR-     block_at 0
//             C--- ----
//   block 1   RR-- AN--     block_at 4, of two words in one row; block_at ends with 6
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "spliced/scoring/alphabet.hpp"

namespace exonweave {

constexpr std::size_t block_width = 256;      // sequences of a block
constexpr std::size_t residues_per_word = 4;  // of 32 bits

/// Stands where a block has no residue: after a sequence's end, and in the columns of sequences that are not there.
constexpr spliced::residue_code padding_code = spliced::n_amino_codes;  // 27
/// Codes that words may hold, padding among them.
constexpr std::size_t n_block_codes = spliced::n_amino_codes + 1;
/// A word of padding alone.
constexpr std::uint32_t padding_word = 0x01010101U * padding_code;

struct sequence_blocks {
  std::span<const std::uint32_t> lengths;   // residues, [n_sequences], descending, each at least 1
  std::span<const std::uint64_t> block_at;  // words before each block, [n_blocks + 1]
  std::span<const std::uint32_t> words;     // [block_at.back()]

  [[nodiscard]] std::size_t n_sequences() const { return lengths.size(); }
  [[nodiscard]] std::size_t n_blocks() const { return block_at.size() - 1; }
  /// Rows of a block: words of its longest sequence, its first one.
  [[nodiscard]] std::size_t n_rows(std::size_t block) const {
    return (block_at[block + 1] - block_at[block]) / block_width;
  }
  /// The residues of one sequence. Writes lengths[sequence] codes to `residues`, each below n_amino_codes: a byte that
  /// is no residue, since somebody else has written to `words`, reads as a stop.
  void read(std::size_t sequence, std::span<spliced::residue_code> residues) const {
    const std::uint32_t* const column = words.data() + block_at[sequence / block_width] + sequence % block_width;
    for (std::size_t i = 0; i < lengths[sequence]; ++i)
      residues[i] = std::min(spliced::stop_amino,
                             static_cast<spliced::residue_code>(column[i / residues_per_word * block_width] >>
                                                                (8 * (i % residues_per_word))));
  }
};

/// Makes the interleaved blocks of a database (sequence_blocks.hpp).
class owned_blocks {
 public:
  /// Adds a sequence, which has a residue at least and is no longer than the one before. Throws std::invalid_argument
  /// otherwise.
  void add(std::span<const spliced::residue_code> residues);

  [[nodiscard]] sequence_blocks view() const { return {lengths_, block_at_, words_}; }

 private:
  std::vector<std::uint32_t> lengths_;
  std::vector<std::uint64_t> block_at_{0};
  std::vector<std::uint32_t> words_;
};

/// [sequences] The order of a database: longest first; of equal lengths as given.
std::vector<std::uint32_t> order_by_length(std::span<const std::uint32_t> lengths);

// Whether the blocks of a database are what sequence_blocks.hpp says: engines read what they say without another look.

/// What is wrong with them, in words; empty where nothing is. `block_at` has an entry for each block and one more.
/// Reads all of them.
std::string_view contradiction_in(const sequence_blocks& blocks);

}  // namespace exonweave
