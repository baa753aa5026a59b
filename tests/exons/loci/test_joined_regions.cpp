#include <vector>

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

TEST_CASE("a border stays where it was set, whatever comes behind") {
  region_around first{{0, 80}, {10, 50}}, second{{20, 140}, {60, 110}}, third{{30, 150}, {100, 120}};
  CHECK_FALSE(join_or_part(first, second, most));
  CHECK(join_or_part(second, third, most));
  CHECK(first.region == interval{0, 55});
  CHECK(second.region == interval{55, 150});
}

TEST_CASE("of a long row of close copies each has its part, and none overlap") {
  for (const std::int64_t step : {15, 40, 70, 200}) {
    std::vector<region_around> row;
    for (std::int64_t position = 1000; position < 1000 + 60 * step; position += step) {
      region_around next{{position - 50, position + 60}, {position, position + 10}};
      if (row.empty() || !join_or_part(row.back(), next, most)) row.push_back(next);
    }
    CAPTURE(step);
    std::int64_t n_found = 0;
    for (std::size_t n = 0; n < row.size(); ++n) {
      CHECK(row[n].region.start <= row[n].found.start);
      CHECK(row[n].found.end <= row[n].region.end);
      CHECK((n == 0 || row[n - 1].region.end <= row[n].region.start));
      n_found += row[n].found.length() / step + 1;
    }
    CHECK(n_found == 60);
  }
}
