// Of segments that repeat one another the best remains.
#include <algorithm>
#include <random>

#include "catch.hpp"
#include "exons/loci/segment_chains.hpp"

using namespace exonweave;

TEST_CASE("of segments that overlap on a diagonal the best is kept, in any order") {
  const std::vector<segment> segments = {
      {0, 5, 20, 115, 60}, {0, 0, 20, 100, 50}, {0, 30, 10, 190, 45}, {0, 5, 20, 118, 40}, {1, 5, 20, 115, 41}};
  std::vector<segment> shuffled = segments;
  std::mt19937_64 random(3);
  for (int n = 0; n < 20; ++n) {
    std::ranges::shuffle(shuffled, random);
    const auto kept = without_repeats(shuffled);
    REQUIRE(kept == std::vector<segment>{segments[0], segments[2], segments[3], segments[4]});
  }
}
