// Sequences for the calibration of scan and align: the same each time.
#include <vector>

#include "catch.hpp"
#include "runtime_model/calibration/designed_pairs.hpp"

using namespace exonweave;

TEST_CASE("drawn sequences are the same each time, and differ one from the next") {
  drawn_sequences one, other;
  const auto first = one.protein(200);
  CHECK(first == other.protein(200));
  CHECK(first.size() == 200);
  CHECK(first != one.protein(200));
}

TEST_CASE("a database has proteins of all lengths up to 800, the longest first") {
  drawn_sequences sequences;
  const designed_database made = sequences.database(4);
  const auto lengths = made.blocks.view().lengths;
  CHECK(std::vector<std::size_t>(lengths.begin(), lengths.end()) == std::vector<std::size_t>{800, 600, 400, 200});
  CHECK(made.n_residues == 2'000);
  CHECK(sequences.database(1'000).blocks.view().lengths.back() == 1);
}

TEST_CASE("a pair is of relatives: most bases stay, and some are lost") {
  drawn_sequences sequences;
  const designed_pair pair = sequences.pair(10'000);
  CHECK(pair.query.size() == 10'000);
  CHECK(pair.target.size() > 9'700);
  CHECK(pair.target.size() < 9'900);
  CHECK(pair.query != pair.target);
}
