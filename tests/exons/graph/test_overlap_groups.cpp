// Overlap groups by the paper's rule, on half-open intervals.
#include <algorithm>
#include <random>

#include "catch.hpp"
#include "exons/graph/overlap_groups.hpp"
#include "seed.hpp"

using namespace exonweave;

namespace {

bool precedes(interval l, interval k) { return l.end <= k.start; }  // E(l) < start(k)

std::vector<interval> random_exons(std::mt19937_64& random) {
  const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(random() % n); };
  std::vector<interval> exons(static_cast<std::size_t>(below(40)));
  for (auto& exon : exons) {
    exon.start = below(120);
    exon.end = exon.start + 1 + below(30);
  }
  return exons;
}

}  // namespace

TEST_CASE("no exons make no group") { CHECK(make_overlap_groups({}).empty()); }

TEST_CASE("an exon that starts on the last symbol of the shortest member joins its group") {
  const std::vector<interval> exons = {{0, 10}, {9, 20}};
  CHECK(make_overlap_groups(exons) == std::vector<overlap_group>{{0, 1}});
}

TEST_CASE("an exon that starts right behind the shortest member opens a new group") {
  const std::vector<interval> exons = {{0, 10}, {10, 20}};
  CHECK(make_overlap_groups(exons) == std::vector<overlap_group>{{0}, {1}});
}

TEST_CASE("the smallest end in the group decides, not the last one") {
  const std::vector<interval> exons = {{0, 100}, {10, 20}, {15, 90}, {20, 30}, {25, 40}};
  CHECK(make_overlap_groups(exons) == std::vector<overlap_group>{{0, 1, 2}, {3, 4}});
}

// Five exons as the paper draws them: b2 meets b3, b4 meets b5, b1 stands alone.
TEST_CASE("the exons of the paper's Figure 8 are the groups {b1}, {b2, b3}, {b4, b5}, with their Eq. 3 to 5") {
  const std::vector<interval> exons = {{0, 20}, {30, 60}, {40, 65}, {80, 120}, {90, 100}};
  CHECK(make_overlap_groups(exons) == std::vector<overlap_group>{{0}, {1, 2}, {3, 4}});
  const exon_counts counts = count_exons(exons);
  CHECK(counts.n_exons == 5);
  CHECK(counts.n_groups == 3);
  CHECK(counts.sum_lengths == 20 + 30 + 25 + 40 + 10);
  CHECK(counts.sum_group_maxima == 20 + 30 + 40);
  time_units units = count_time_units(counts, 50);
  CHECK(units.sequential == 50 * 125);
  CHECK(units.intra == 125 + 5 * 49);
  CHECK(units.inter == 90 + 3 * 49);
  units += units;
  CHECK(units.inter == 2 * (90 + 3 * 49));
}

TEST_CASE(
    "groups hold every exon once, none precedes another of its group, and no group can take in the next "
    "exon") {
  const std::uint64_t seed = testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 300; ++n) {
    const auto exons = random_exons(random);
    const auto groups = make_overlap_groups(exons);
    std::vector<std::size_t> seen;
    for (const auto& group : groups) {
      for (const auto k : group)
        for (const auto l : group) REQUIRE_FALSE(precedes(exons[l], exons[k]));
      seen.insert(seen.end(), group.begin(), group.end());
    }
    for (std::size_t g = 1; g < groups.size(); ++g) {
      const auto next = exons[groups[g].front()];
      REQUIRE(std::any_of(groups[g - 1].begin(), groups[g - 1].end(),
                          [&](std::size_t l) { return precedes(exons[l], next); }));
    }
    std::sort(seen.begin(), seen.end());
    REQUIRE(seen.size() == exons.size());
    REQUIRE(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
  }
}
