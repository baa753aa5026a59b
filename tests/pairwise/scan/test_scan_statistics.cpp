#include <array>

#include "catch.hpp"
#include "pairwise/scan/scan_statistics.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;

namespace {

// That one of 1,000 queries of 400 residues finds in a database of a million residues, in sequences of 400.
spliced::score rare_score(const local_statistics& of) { return least_score(of, 1e-3, 400, std::array{400u}, 1e6, 100); }

}  // namespace

TEST_CASE("simulated statistics are near those that NCBI publishes", "[scan]") {
  for (const auto& [name, gaps] :
       {std::pair("BLOSUM62", spliced::gap_costs{11, 1}), std::pair("BLOSUM62", spliced::gap_costs{9, 2}),
        std::pair("BLOSUM45", spliced::gap_costs{14, 2}), std::pair("BLOSUM80", spliced::gap_costs{10, 1})}) {
    CAPTURE(name, gaps.open);
    const auto matrix = *spliced::named_protein_matrix(name);
    const auto known = published_statistics(name, gaps);
    const auto simulated = simulated_statistics({&matrix, gaps});
    REQUIRE(known);
    REQUIRE(simulated);
    CHECK(simulated->lambda == Approx(known->lambda).epsilon(0.1));
    CHECK(rare_score(*simulated) == Approx(rare_score(*known)).margin(4));
  }
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
