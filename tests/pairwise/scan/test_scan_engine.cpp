// Blocks that are made are sound, whatever their sizes; others are not.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "catch.hpp"
#include "pairwise/scan/plain_local.hpp"
#include "pairwise/scan/scan_engine.hpp"

using namespace exonweave::testing;
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

TEST_CASE("blocks give back what was put into them", "[scan]") {
  std::mt19937_64 random(7);
  for (const std::size_t n : {std::size_t{1}, std::size_t{255}, std::size_t{256}, std::size_t{257}, std::size_t{600}}) {
    std::vector<protein> made;
    for (std::size_t k = 0; k < n; ++k) made.push_back(random_protein(random, 1 + random() % 50));
    const made_database database(made);
    const auto blocks = database.blocks.view();
    REQUIRE(blocks.n_sequences() == n);
    REQUIRE(blocks.n_blocks() == (n + 255) / 256);
    CHECK(blocks.words.size() == blocks.block_at.back());
    for (std::size_t k = 0; k < n; ++k) {
      protein back(blocks.lengths[k]);
      blocks.read(k, back);
      CHECK(back == database.sequences[k]);
    }
    for (std::size_t b = 0; b < blocks.n_blocks(); ++b) CHECK(blocks.n_rows(b) == (blocks.lengths[b * 256] + 3) / 4);
  }
}

TEST_CASE("words behind a sequence's end hold padding", "[scan]") {
  owned_blocks blocks;
  blocks.add(protein{1, 2, 3, 4, 5});
  CHECK(blocks.view().words[0] == 0x04030201U);
  CHECK(blocks.view().words[256] == 0x1B1B1B05U);
  CHECK(blocks.view().words[1] == 0x1B1B1B1BU);
}

TEST_CASE("a sequence without residues, or out of order, is refused", "[scan]") {
  owned_blocks blocks;
  CHECK_THROWS_AS(blocks.add({}), std::invalid_argument);
  blocks.add(protein{1});
  CHECK_THROWS_AS(blocks.add(protein{1, 2}), std::invalid_argument);
}

TEST_CASE("a database begins with its longest sequences, and equal lengths keep their order", "[scan]") {
  CHECK(order_by_length(std::vector<std::uint32_t>{3, 7, 3, 9}) == std::vector<std::uint32_t>{3, 1, 0, 2});
}
