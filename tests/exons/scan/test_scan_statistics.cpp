#include "catch.hpp"
#include "exons/scan/scan_statistics.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;

TEST_CASE("simulated statistics are near those that NCBI publishes", "[scan]") {
  const auto matrix = *spliced::named_protein_matrix("BLOSUM62");
  const auto known = published_statistics("BLOSUM62", {11, 1});
  const auto simulated = simulated_statistics({&matrix, {11, 1}});
  REQUIRE(known);
  REQUIRE(simulated);
  CHECK(simulated->lambda == Approx(known->lambda).epsilon(0.1));
  // The score that 1 of 1,000 searches among a million residues reaches: edges of 400 residues cost a few half-bits.
  CHECK(simulated->least_score(1e-3, 4e8) == Approx(known->least_score(1e-3, 4e8)).margin(8));
}

TEST_CASE("nothing is published for other gaps and matrices", "[scan]") {
  CHECK_FALSE(published_statistics("BLOSUM62", {11, 3}));
  CHECK_FALSE(published_statistics("BLOSUM63", {11, 1}));
  CHECK(published_statistics("BLOSUM45", {14, 2})->k == 0.032);
}

TEST_CASE("scores that grow with the length have no statistics", "[scan]") {
  const auto matrix = *spliced::named_protein_matrix("BLOSUM62");
  CHECK_FALSE(simulated_statistics({&matrix, {0, 1}}));
  CHECK(simulated_statistics({&matrix, {0, 8}}));
}

TEST_CASE("where all random proteins score the same there are no statistics", "[scan]") {
  const spliced::substitution_matrix zeros(spliced::n_amino_codes);
  CHECK_FALSE(simulated_statistics({&zeros, {11, 1}}));
}

TEST_CASE("bits are scores in a unit of their own", "[scan]") {
  CHECK(bit_score({0.267, 0.041}, 506) == Approx(199.5).margin(0.05));
}
