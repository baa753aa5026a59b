// Regions that are much the same become one, and no target comes to see a gene twice.
#include <algorithm>
#include <map>
#include <random>
#include <tuple>

#include "catch.hpp"
#include "exons/loci/shared_regions.hpp"

using namespace exonweave;

namespace {

alignment_task at(std::int64_t start, std::int64_t end, std::size_t target, strand on = strand::forward) {
  return {0, {start, end}, on, target, true};
}

std::vector<interval> shared(std::vector<alignment_task> cases, double max_growth = 1.25) {
  share_regions(cases, max_growth);
  std::vector<interval> regions;
  for (const alignment_task& each : cases) regions.push_back(each.region);
  return regions;
}

}  // namespace

TEST_CASE("regions that grow little are one, others stay as they are") {
  CHECK(shared({at(1000, 2000, 0), at(1100, 2150, 1), at(2100, 3100, 2)}) ==
        std::vector<interval>{{1000, 2150}, {1000, 2150}, {2100, 3100}});
  CHECK(shared({at(1000, 2000, 0), at(1000, 2250, 1)})[0] == interval{1000, 2250});
  CHECK(shared({at(1000, 2000, 0), at(1000, 2251, 1)})[0] == interval{1000, 2000});
  CHECK(shared({at(1000, 2000, 0), at(1000, 2000, 1, strand::reverse)})[1] == interval{1000, 2000});
  CHECK(shared({}).empty());
}

TEST_CASE("a region grows by all that share it, not by each of them") {
  CHECK(shared({at(1000, 2000, 0), at(1200, 2200, 1), at(1300, 2400, 2)}) ==
        std::vector<interval>{{1000, 2200}, {1000, 2200}, {1300, 2400}});
}

TEST_CASE("a region goes to what grows least by it") {
  CHECK(shared({at(1000, 2000, 0), at(1100, 2300, 1), at(1110, 2240, 2)}) ==
        std::vector<interval>{{1000, 2000}, {1100, 2300}, {1100, 2300}});
}

TEST_CASE("no region grows over another one of its target") {
  // Target 1 has a second copy that the hull with target 0 would hold in part.
  CHECK(shared({at(1000, 2000, 0), at(1100, 2100, 1), at(900, 1050, 1)})[0] == interval{1000, 2000});
  CHECK(shared({at(1000, 2000, 0), at(1100, 2100, 1), at(900, 1000, 1)})[0] == interval{1000, 2100});
  // Nor through a third that shares it.
  const auto regions = shared({at(1000, 2000, 0), at(1040, 2000, 1), at(1100, 2080, 2), at(2050, 2400, 1)});
  CHECK(regions[1].end <= 2050);
}

TEST_CASE("the same regions for any order of cases and of targets") {
  std::mt19937_64 random(5);
  for (int round = 0; round < 50; ++round) {
    std::vector<alignment_task> cases;
    for (std::size_t target = 0; target < 30; ++target)
      for (std::int64_t start = static_cast<std::int64_t>(random() % 3000); start < 12'000;) {
        const auto length = static_cast<std::int64_t>(500 + random() % 1500);
        cases.push_back(at(start, start + length, target));
        start += length + static_cast<std::int64_t>(random() % 4000);
      }
    using name = std::pair<std::size_t, std::int64_t>;  // by target and start
    std::map<name, interval> regions;
    const auto usual = shared(cases);
    for (std::size_t c = 0; c < cases.size(); ++c) {
      regions[{cases[c].target, cases[c].region.start}] = usual[c];
      CHECK(usual[c].contains(cases[c].region));
      CHECK(static_cast<double>(usual[c].length()) <= 1.25 * static_cast<double>(cases[c].region.length()));
      for (const alignment_task& other : cases)
        if (other.target == cases[c].target && other.region != cases[c].region)
          CHECK_FALSE(usual[c].overlaps(other.region));
    }
    std::ranges::shuffle(cases, random);
    for (alignment_task& each : cases) each.target = 29 - each.target;
    const auto again = shared(cases);
    for (std::size_t c = 0; c < cases.size(); ++c)
      CHECK(again[c] == regions.at({29 - cases[c].target, cases[c].region.start}));
  }
}

TEST_CASE("loci reach no farther beyond their chains than is asked for, and are sorted by their last regions") {
  found_locus left, right;
  left.where = at(1000, 9000, 1);
  left.span = {4000, 6000};
  right.where = at(4500, 9500, 0);
  right.span = {5500, 8500};
  const auto wide = with_shared_regions({left, right}, 10'000);
  CHECK(wide[0].where == left.where);
  CHECK(wide[1].where == right.where);
  const auto narrow = with_shared_regions({left, right}, 500);
  CHECK(narrow[0].where == at(3500, 6500, 1));
  CHECK(narrow[1].where == at(5000, 9000, 0));
  left.span = {5500, 8600};
  const auto shared = with_shared_regions({left, right}, 500);
  CHECK(shared[0].where == at(5000, 9000, 0));
  CHECK(shared[1].where == at(5000, 9000, 1));
  CHECK(shared[1].span == left.span);
}
