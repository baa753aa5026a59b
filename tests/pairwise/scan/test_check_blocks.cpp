// Blocks that are made are sound, whatever their sizes; others are not.
#include <algorithm>
#include <string>
#include <vector>

#include "catch.hpp"
#include "pairwise/scan/scan_engine.hpp"

using namespace exonweave;

namespace {

owned_blocks some_blocks(std::size_t n_sequences, std::size_t longest) {
  owned_blocks made;
  for (std::size_t k = 0; k < n_sequences; ++k)
    made.add(std::vector<spliced::residue_code>(std::max<std::size_t>(longest - std::min(longest, k / 3), 1),
                                                static_cast<spliced::residue_code>(k % spliced::n_amino_codes)));
  return made;
}

}  // namespace

TEST_CASE("blocks that were made are sound", "[scan]") {
  for (const std::size_t n_sequences : {0u, 1u, 2u, 255u, 256u, 257u, 511u, 512u, 513u})
    for (const std::size_t longest : {1u, 3u, 4u, 5u, 8u, 100u}) {
      const owned_blocks made = some_blocks(n_sequences, longest);
      CHECK(contradiction_in(made.view()).empty());
    }
}

TEST_CASE("blocks with a residue more or less, or of another length, are not sound", "[scan]") {
  const owned_blocks made = some_blocks(257, 9);
  const sequence_blocks sound = made.view();
  for (std::size_t word = 0; word < sound.words.size(); ++word)
    for (std::size_t k = 0; k < residues_per_word; ++k) {
      const unsigned shift = 8 * static_cast<unsigned>(k);
      std::vector<std::uint32_t> words(sound.words.begin(), sound.words.end());
      const bool is_residue = (words[word] >> shift & 0xFF) != padding_code;
      words[word] = (words[word] & ~(0xFFU << shift)) | (is_residue ? padding_code : 0U) << shift;
      CHECK_FALSE(contradiction_in({sound.lengths, sound.block_at, words}).empty());
    }
  const auto reported = [&](std::size_t sequence, std::uint32_t length) {
    std::vector<std::uint32_t> lengths(sound.lengths.begin(), sound.lengths.end());
    lengths[sequence] = length;
    return std::string(contradiction_in({lengths, sound.block_at, sound.words}));
  };
  CHECK(reported(0, 9).empty());
  CHECK_FALSE(reported(0, 13).empty());
  CHECK_FALSE(reported(1, 8).empty());
  CHECK_FALSE(reported(1, 10).empty());
  CHECK_FALSE(reported(256, 0).empty());
  CHECK_FALSE(contradiction_in({sound.lengths, sound.block_at, sound.words.first(256)}).empty());
}
