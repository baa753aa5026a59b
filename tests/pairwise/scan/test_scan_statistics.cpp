#include <array>
#include <cmath>
#include <vector>

#include "base/statistics/random_source.hpp"
#include "catch.hpp"
#include "pairwise/scan/scan_statistics.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;

namespace {

// That one of 1,000 queries of 400 residues finds in a database of a million residues, in sequences of 400.
spliced::score rare_score(const score_law& law) { return lowest_score(law, 1e-3, 400, std::array{400u}, 1e6, 100); }

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

TEST_CASE("no sequence has a rare alignment below the least score", "[scan]") {
  const score_law usual = *published_statistics("BLOSUM62", {11, 1});
  random_source random(2012, 0);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint32_t> lengths;
    for (std::uint32_t n = 1 + static_cast<std::uint32_t>(random.below(30)); n < 5000;
         n += 1 + static_cast<std::uint32_t>(random.below(n)))
      lengths.push_back(n);
    const double m = static_cast<double>(1 + random.below(2000)),
                 n_residues = std::pow(10, 3.0 + static_cast<double>(random.below(8)));
    const double most = std::pow(10, 1.0 - static_cast<double>(random.below(12)));
    const spliced::score least = lowest_score(usual, most, m, lengths, n_residues, 11);
    CAPTURE(m, n_residues, most, least);
    bool is_met = false;
    for (const std::uint32_t n : lengths) {
      // What it can score at all, and below the least.
      const auto reached = std::min<std::int64_t>(least - 1, 11 * std::int64_t{n});
      if (reached >= 1) CHECK(usual.e_value(static_cast<spliced::score>(reached), m, n, n_residues) > most);
      is_met = is_met || usual.e_value(least, m, n, n_residues) <= most;
    }
    CHECK((is_met || least == spliced::score_limit));
  }
}
