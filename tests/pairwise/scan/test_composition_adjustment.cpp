#include <cmath>

#include "catch.hpp"
#include "pairwise/scan/local_aligner.hpp"
#include "pairwise/scan/matrix_adjustment.hpp"
#include "pairwise/scan/scan_cases.hpp"

using namespace exonweave;

namespace {

const spliced::substitution_matrix blosum62 = *spliced::named_protein_matrix("BLOSUM62");
const scan_scoring usual{&blosum62, {11, 1}};
const composition_adjustment scaling(usual, composition_mode::scaled);
const composition_adjustment adjustment(usual, composition_mode::adjusted);

testing::protein rich_protein(std::mt19937_64& random, std::size_t length, spliced::residue_code kind) {
  testing::protein made = testing::random_protein(random, length);
  for (auto& residue : made)
    if (random() % 3 == 0) residue = kind;
  return made;
}

}  // namespace

TEST_CASE("scores fall where both are rich in the same residues, and nowhere else", "[scan]") {
  std::mt19937_64 random(2001);
  const auto ratio = [&](spliced::residue_code in_query, spliced::residue_code in_sequence) {
    return scaling.ratio(*shares_of(rich_protein(random, 3'000, in_query)),
                         *shares_of(rich_protein(random, 3'000, in_sequence)));
  };
  CHECK(ratio(11, 11) < 0.9);  // K
  CHECK(ratio(11, 10) == 1);   // K and L
  const auto of_tryptophan = *shares_of(testing::protein(100, 17));
  CHECK(scaling.ratio(of_tryptophan, of_tryptophan) == 0.5);
  CHECK_FALSE(scaling.matrix_for(testing::protein(100, 22), testing::protein(100, 17)));  // X tells nothing
  CHECK_FALSE(composition_adjustment(usual, composition_mode::none)
                  .matrix_for(testing::protein(100, 17), testing::protein(100, 17)));
}

TEST_CASE("no alignment gains by an adjustment", "[scan]") {
  std::mt19937_64 random(2002);
  for (int round = 0; round < 60; ++round) {
    const auto query = rich_protein(random, 1 + random() % 300, 11);
    auto sequence = rich_protein(random, 1 + random() % 300, 11);
    const auto part = testing::relative(random, query);
    sequence.insert(sequence.end(), part.begin(), part.end());
    for (const double ratio : {0.5, 0.93, 0.9999, 1.0}) {
      const auto matrix = scaling.scaled(ratio);
      const auto before = local_aligner(query, usual).total(sequence);
      const auto after = local_aligner(query, {&matrix, scaling.gaps()}).total(sequence);
      CAPTURE(ratio, before, after);
      CHECK(in_whole_units(after) <= before);
      if (ratio == 1) CHECK(in_whole_units(after) == before);
    }
  }
}

TEST_CASE("scores of usual proteins hardly change for their compositions", "[scan]") {
  std::mt19937_64 random(2003);
  const auto query = testing::random_protein(random, 2'000), sequence = testing::random_protein(random, 2'000);
  const auto matrix = adjustment.matrix_for(query, sequence);
  REQUIRE(matrix);
  double apart = 0;
  for (spliced::residue_code i = 0; i < 20; ++i)
    for (spliced::residue_code j = 0; j < 20; ++j)
      apart += std::abs((*matrix)(i, j) - adjusted_units * blosum62(i, j)) / (400.0 * adjusted_units);
  CHECK(apart < 0.5);
  CHECK(matrix->n_codes() == blosum62.n_codes());
}

TEST_CASE("what both are rich in counts less, and what neither has counts more", "[scan]") {
  std::mt19937_64 random(2004);
  const auto query = rich_protein(random, 1'000, 11), sequence = rich_protein(random, 1'000, 11);
  const auto matrix = adjustment.matrix_for(query, sequence);
  REQUIRE(matrix);
  CHECK((*matrix)(11, 11) < adjusted_units * blosum62(11, 11));  // K
  CHECK((*matrix)(9, 9) > adjusted_units * blosum62(9, 9));      // I
  // Scores of random pairs have the scale that usual ones have.
  spliced::substitution_matrix in_units = blosum62;
  for (spliced::residue_code i = 0; i < 20; ++i)
    for (spliced::residue_code j = 0; j < 20; ++j) in_units.at(i, j) = (*matrix)(i, j);
  CHECK(adjusted_units * *ungapped_lambda(in_units, *shares_of(query), *shares_of(sequence)) ==
        Approx(*ungapped_lambda(blosum62, usual_shares(), usual_shares())).epsilon(0.03));
}

TEST_CASE("lengths and compositions that differ by much are scaled, but for those of two residues", "[scan]") {
  std::mt19937_64 random(2005);
  const auto rich = [&](std::size_t length, std::initializer_list<int> codes) {
    testing::protein made = testing::random_protein(random, length);
    for (auto& residue : made)
      if (random() % 2 == 0) residue = static_cast<spliced::residue_code>(codes.begin()[random() % codes.size()]);
    return made;
  };
  const auto query = rich(300, {11, 3, 6, 2});                                             // K D E N
  const auto shorter = rich(300, {10, 9, 19, 13}), longer = rich(3'000, {10, 9, 19, 13});  // L I V F
  CHECK(adjustment.matrix_for(query, shorter));
  CHECK_FALSE(adjustment.matrix_for(query, longer));  // nor does the ratio change them
  CHECK(adjustment.matrix_for(rich(300, {11}), longer));
}

TEST_CASE("letters that are no amino acid score as before, and repeats are scaled", "[scan]") {
  const testing::protein halves = [] {
    testing::protein made(500, 1);  // R
    made.resize(1'000, 15);         // S
    return made;
  }();
  const auto matrix = adjustment.matrix_for(halves, halves);
  REQUIRE(matrix);
  for (spliced::residue_code code = 0; code < blosum62.n_codes(); ++code)
    for (spliced::residue_code other = 20; other < blosum62.n_codes(); ++other) {
      CHECK((*matrix)(code, other) == adjusted_units * blosum62(code, other));
      CHECK((*matrix)(other, code) == adjusted_units * blosum62(other, code));
    }
  // Of one residue there are no target frequencies: the ratio is left.
  const testing::protein repeat(600, 5);  // Q
  const auto of_repeats = adjustment.matrix_for(repeat, repeat), scaled = scaling.matrix_for(repeat, repeat);
  REQUIRE(of_repeats);
  REQUIRE(scaled);
  CHECK((*of_repeats)(5, 5) == (*scaled)(5, 5));
  CHECK((*of_repeats)(0, 1) == (*scaled)(0, 1));
}

TEST_CASE("masked residues count for nothing", "[scan]") {
  std::mt19937_64 random(2009);
  const auto query = testing::random_protein(random, 120), sequence = testing::random_protein(random, 150);
  auto masked = query;
  masked.resize(900, 22);  // X
  const auto one = adjustment.matrix_for(query, sequence), other = adjustment.matrix_for(masked, sequence);
  REQUIRE(one);
  REQUIRE(other);
  for (spliced::residue_code i = 0; i < 20; ++i)
    for (spliced::residue_code j = 0; j < 20; ++j) CHECK((*one)(i, j) == (*other)(i, j));
}

TEST_CASE("scores that imply no frequencies cannot be adjusted", "[scan]") {
  spliced::substitution_matrix same(blosum62.n_codes());
  for (spliced::residue_code i = 0; i < blosum62.n_codes(); ++i)
    for (spliced::residue_code j = 0; j < blosum62.n_codes(); ++j) same.at(i, j) = i / 2 == j / 2 ? 5 : -4;
  CHECK_FALSE(implied_frequencies(same));
  CHECK_THROWS_AS(composition_adjustment({&same, {11, 1}}, composition_mode::adjusted), std::invalid_argument);
}
