#include <stdexcept>

#include "catch.hpp"
#include "pairwise/scan/plain_local.hpp"
#include "pairwise/scan/scan_engine.hpp"

using namespace exonweave;
using namespace exonweave::testing;

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
