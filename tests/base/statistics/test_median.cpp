// The middle of some numbers.
#include "base/statistics/random_source.hpp"
#include "catch.hpp"

using namespace exonweave;

TEST_CASE("the median is the number in the middle, or halfway between the two that are") {
  CHECK(median_of({7}) == 7);
  CHECK(median_of({9, 1, 4}) == 4);
  CHECK(median_of({8, 1, 2, 5}) == 3.5);
  CHECK(median_of({3, 3, 3, 100}) == 3);
}

TEST_CASE("of no numbers there is no median") { CHECK_FALSE(median_of({})); }
