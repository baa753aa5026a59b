// Costs of lengths in fixed point: exact, and the same however a length is cut.
#include <catch.hpp>
#include <cmath>
#include <random>

#include "exons/graph/chain_graph.hpp"
#include "seed.hpp"

using namespace exonweave;

namespace {

// A sixteenth of one per 1,000 nt: 62,500 billionths per nt.
const length_slope sixteenth = length_slope::of_billionths(62'500);

}  // namespace

TEST_CASE("a whole number per kb costs what it says") {
  const length_slope slope = 3;
  CHECK(slope.at(0) == 0);
  CHECK(slope.at(333) == 0);
  CHECK(slope.at(334) == 1);
  CHECK(slope.at(1'000'000) == 3'000);
  CHECK(length_slope{}.at(1'000'000) == 0);
}

TEST_CASE("a sixteenth per kb is one per 16 kb") {
  CHECK(sixteenth.at(15'999) == 0);
  CHECK(sixteenth.at(16'000) == 1);
  CHECK(sixteenth.at(31'999) == 1);
  CHECK(sixteenth.at(32'000) == 2);
  CHECK(sixteenth.at(1'000'000'000) == 62'500);
}

TEST_CASE("a slope of a sixteenth adds up exactly along the genome, wherever it is cut") {
  const std::uint64_t seed = testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const intron_line line{.cost = 60, .per_kb = sixteenth};
  for (int round = 0; round < 200; ++round) {
    std::int64_t position = static_cast<std::int64_t>(random() % 3'000'000'000);
    const std::int64_t first = position;
    std::int64_t sum = 0;
    for (int part = 0; part < 20; ++part) {
      const std::int64_t next = position + static_cast<std::int64_t>(random() % 40'000);
      sum += line.length_cost(position, next);
      position = next;
    }
    REQUIRE(sum == line.length_cost(first, position));
    const double exact = static_cast<double>(position - first) / 16'000;
    REQUIRE(std::abs(static_cast<double>(sum) - exact) < 1);
    REQUIRE(line.between(first, position) == 60 + line.length_cost(first, position));
  }
}

TEST_CASE("the finest and the steepest slope are exact at the end of the longest sequence") {
  constexpr std::int64_t last = 999'999'999'999'999;  // nt
  CHECK(length_slope::of_billionths(1).at(last) == 999'999);
  CHECK(length_slope::of_billionths(2'000'000'000'000).at(1'000'000'007) == 2'000'000'014'000);
  CHECK(length_slope::of_billionths(1'999'999'999'999).at(1'000'000'000) == 1'999'999'999'999);
}
