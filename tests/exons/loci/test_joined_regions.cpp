#include "catch.hpp"
#include "exons/loci/joined_regions.hpp"

using namespace exonweave;

namespace {

constexpr std::int64_t most = 100;

}  // namespace

TEST_CASE("regions that do not overlap stay as they are") {
  region_around last{{0, 30}, {10, 20}}, next{{30, 60}, {40, 50}};
  CHECK_FALSE(join_or_part(last, next, most));
  CHECK(last.region == interval{0, 30});
  CHECK(next.region == interval{30, 60});
}

TEST_CASE("regions that overlap are one, up to the length that it may have") {
  region_around last{{0, 60}, {10, 50}}, next{{40, 100}, {55, 90}};
  CHECK(join_or_part(last, next, most));
  CHECK(last.region == interval{0, 100});
  CHECK(last.found == interval{10, 90});
}

TEST_CASE("a longer one is parted halfway between what was found") {
  region_around last{{0, 80}, {10, 50}}, next{{40, 120}, {60, 110}};
  CHECK_FALSE(join_or_part(last, next, most));
  CHECK(last.region == interval{0, 55});
  CHECK(next.region == interval{55, 120});
}

TEST_CASE("what was found is never cut") {
  region_around last{{0, 80}, {10, 70}}, next{{40, 120}, {60, 110}};
  CHECK(join_or_part(last, next, most));
  CHECK(last.region == interval{0, 120});
}

TEST_CASE("a region within the last one is one with it") {
  region_around last{{0, 90}, {10, 80}}, next{{20, 70}, {30, 60}};
  CHECK(join_or_part(last, next, most));
  CHECK(last.region == interval{0, 90});
  CHECK(last.found == interval{10, 80});
}
