#include <cmath>

#include "catch.hpp"
#include "exons/scan/composition_adjustment.hpp"
#include "spliced/scan/local_aligner.hpp"
#include "spliced/scan/scan_cases.hpp"

using namespace exonweave;

namespace {

const spliced::substitution_matrix blosum62 = *spliced::named_protein_matrix("BLOSUM62");
const composition_adjustment adjustment({&blosum62, {11, 1}});

testing::protein rich_protein(std::mt19937_64& random, std::size_t length, spliced::residue_code in) {
  testing::protein made = testing::random_protein(random, length);
  for (auto& residue : made)
    if (random() % 3 == 0) residue = in;
  return made;
}

}  // namespace

TEST_CASE("lambda of BLOSUM62 is the one that is known", "[scan]") {
  const auto lambda = ungapped_lambda(blosum62, usual_shares(), usual_shares());
  REQUIRE(lambda);
  CHECK(*lambda == Approx(0.3176).epsilon(0.002));
  double sum = 0;
  for (spliced::residue_code i = 0; i < 20; ++i)
    for (spliced::residue_code j = 0; j < 20; ++j)
      sum += usual_shares()[i] * usual_shares()[j] * std::exp(*lambda * blosum62(i, j));
  CHECK(sum == Approx(1).epsilon(1e-5));
}

TEST_CASE("scores whose mean is not below 0, or that are never above it, have no lambda", "[scan]") {
  residue_shares one{};
  one[17] = 1;  // W
  CHECK_FALSE(ungapped_lambda(blosum62, one, one));
  residue_shares other{};
  other[0] = 1;  // A: with W -3
  CHECK_FALSE(ungapped_lambda(blosum62, one, other));
}

TEST_CASE("scores fall where both are rich in the same residues, and nowhere else", "[scan]") {
  std::mt19937_64 random(2001);
  const auto ratio = [&](spliced::residue_code in_query, spliced::residue_code in_sequence) {
    return adjustment.ratio(rich_protein(random, 3'000, in_query), rich_protein(random, 3'000, in_sequence));
  };
  CHECK(ratio(11, 11) < 0.9);  // K
  CHECK(ratio(11, 10) == 1);   // K and L
  CHECK(adjustment.ratio(testing::protein(100, 17), testing::protein(100, 17)) == 0.5);
  CHECK(adjustment.ratio(testing::protein(100, 22), testing::protein(100, 17)) == 1);  // X tells nothing
}

TEST_CASE("no alignment gains by an adjustment", "[scan]") {
  std::mt19937_64 random(2002);
  const spliced::scan_scoring usual{&blosum62, {11, 1}};
  for (int round = 0; round < 60; ++round) {
    const auto query = rich_protein(random, 1 + random() % 300, 11);
    auto sequence = rich_protein(random, 1 + random() % 300, 11);
    const auto part = testing::relative(random, query);
    sequence.insert(sequence.end(), part.begin(), part.end());
    for (const double ratio : {0.5, 0.93, 0.9999, 1.0}) {
      const auto matrix = adjustment.matrix(ratio);
      const auto before = spliced::local_aligner(query, usual).total(sequence);
      const auto after = spliced::local_aligner(query, {&matrix, adjustment.gaps()}).total(sequence);
      CAPTURE(ratio, before, after);
      CHECK(in_whole_units(after) <= before);
      if (ratio == 1) CHECK(in_whole_units(after) == before);
    }
  }
}
