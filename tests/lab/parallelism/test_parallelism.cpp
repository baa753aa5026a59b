// The paper's potential-parallelism measures and the time units of its Eq. 3, 4 and 5.
#include <algorithm>
#include <random>

#include "catch.hpp"
#include "exons/graph/overlap_groups.hpp"
#include "lab/parallelism/parallelism.hpp"
#include "seed.hpp"

using namespace exonweave;

TEST_CASE("length classes hold 1 to 32, 33 to 64 and so on") {
  const std::vector<interval> exons = {{0, 1}, {100, 132}, {200, 233}, {300, 364}, {400, 465}};
  const auto measured = measure_parallelism(exons);
  CHECK(measured.length_classes == std::map<std::int64_t, std::size_t>{{0, 2}, {1, 2}, {2, 1}});
  CHECK(measured.longest == 65);
  CHECK(measured.sum_lengths == 1 + 32 + 33 + 64 + 65);
}

TEST_CASE("groups are counted by their number of exons") {
  const std::vector<interval> exons = {{0, 10}, {5, 20}, {30, 40}, {35, 50}, {60, 70}};
  const auto measured = measure_parallelism(exons);
  CHECK(measured.n_groups == 3);
  CHECK(measured.group_sizes == std::map<std::int64_t, std::size_t>{{1, 1}, {2, 2}});
}

TEST_CASE("Eq. 3, 4 and 5 of a case that can be worked out by hand") {
  const std::vector<interval> exons = {{0, 10}, {5, 20}, {30, 37}};  // |b| = 10, 15, 7 in groups {10, 15}, {7}
  const auto units = count_time_units(measure_parallelism(exons), 100);
  CHECK(units.sequential == 100 * 32);
  CHECK(units.intra == (10 + 99) + (15 + 99) + (7 + 99));
  CHECK(units.inter == (15 + 99) + (7 + 99));
}

TEST_CASE("no exons need no time and have no shares") {
  const auto none = measure_parallelism({});
  const auto units = count_time_units(none, 100);
  CHECK(units.sequential == 0);
  CHECK(units.intra == 0);
  CHECK(units.inter == 0);
  CHECK(shares_of(none.length_classes).empty());
}

TEST_CASE("more parallelism never needs more time") {
  const std::uint64_t seed = testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 200; ++n) {
    std::vector<interval> exons(1 + random() % 30);
    for (auto& exon : exons) {
      exon.start = static_cast<std::int64_t>(random() % 500);
      exon.end = exon.start + 1 + static_cast<std::int64_t>(random() % 200);
    }
    const auto units = count_time_units(measure_parallelism(exons), 1 + static_cast<std::int64_t>(random() % 300));
    REQUIRE(units.inter <= units.intra);
    REQUIRE(units.intra <= units.sequential);
  }
}

TEST_CASE("in the average case every case weighs the same, however many exons it has") {
  const auto short_exon = measure_parallelism(std::vector<interval>{{0, 10}});
  const auto long_exons = measure_parallelism(std::vector<interval>{{0, 40}, {50, 90}, {100, 110}, {200, 240}});
  average_case average;
  average.add(short_exon, count_time_units(short_exon, 10), 10);
  average.add(long_exons, count_time_units(long_exons, 30), 30);
  CHECK(average.n_cases() == 2);
  CHECK(average.n_exons() == 2.5);
  CHECK(average.target_length() == 20);
  CHECK(average.length_shares() == shares{{0, (1.0 + 0.25) / 2}, {1, 0.75 / 2}});
  CHECK(average.group_shares() == shares{{1, 1.0}});
}
