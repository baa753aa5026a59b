#include <cmath>

#include "catch.hpp"
#include "pairwise/scan/matrix_adjustment.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;

namespace {

const spliced::substitution_matrix blosum62 = *spliced::named_protein_matrix("BLOSUM62");

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
