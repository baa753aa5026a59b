// Random numbers that must never change: data sets are known by their seed.
#include <algorithm>
#include <array>
#include <numeric>

#include "base/statistics/random_source.hpp"
#include "catch.hpp"

using namespace exonweave;

TEST_CASE("a seed gives the same numbers on every platform") {
  random_source random(1);
  const std::vector<std::uint64_t> first = {random.next(), random.next(), random.next()};
  CHECK(first == std::vector<std::uint64_t>{0xef75d62a19ba94ed, 0x8e9490536375f270, 0xc05630b1c614195d});
}

TEST_CASE("streams of one seed differ, and so do seeds of one stream") {
  CHECK(random_source(1, 0).next() != random_source(1, 1).next());
  CHECK(random_source(1, 0).next() != random_source(2, 0).next());
  CHECK(random_source(0, 1).next() != random_source(1, 0).next());
}

TEST_CASE("numbers below n reach every value about equally often") {
  random_source random(7);
  std::vector<int> counts(6);
  for (int n = 0; n < 6000; ++n) ++counts[random.below(6)];
  for (const int count : counts) CHECK(std::abs(count - 1000) < 150);
}

TEST_CASE("between includes both ends") {
  random_source random(7);
  bool low = false, high = false;
  for (int n = 0; n < 200; ++n) {
    const auto drawn = random.between(-2, 2);
    REQUIRE(-2 <= drawn);
    REQUIRE(drawn <= 2);
    low = low || drawn == -2;
    high = high || drawn == 2;
  }
  CHECK(low);
  CHECK(high);
}

TEST_CASE("a chance of 0 never and of one million always comes true") {
  random_source random(7);
  for (int n = 0; n < 1000; ++n) {
    REQUIRE_FALSE(random.chance(0));
    REQUIRE(random.chance(per_million));
  }
}

TEST_CASE("a stratified sample has the ends of its distribution and the total asked for") {
  const quantile_table table = {{0, 2}, {500, 30}, {900, 100}, {1000, 600}};
  random_source random(3);
  const auto sample = stratified_sample(table, 240, 12000, random);
  CHECK(sample.front() == 2);
  CHECK(sample.back() == 600);
  CHECK(std::is_sorted(sample.begin(), sample.end()));
  const auto total = std::accumulate(sample.begin(), sample.end(), std::int64_t{0});
  CHECK(std::abs(total - 12000) <= 240);
}

TEST_CASE("coupled ranks are the same values, near their places") {
  std::vector<std::int64_t> values(100);
  std::iota(values.begin(), values.end(), 0);
  random_source random(3);
  CHECK(couple_ranks(values, 0, random) == values);
  auto coupled = couple_ranks(values, 300, random);
  CHECK(coupled != values);
  CHECK(coupled.front() == 0);
  CHECK(coupled[10] < 30);
  std::sort(coupled.begin(), coupled.end());
  CHECK(coupled == values);
}

TEST_CASE("an index is drawn as often as its weight says") {
  const std::array<std::uint16_t, 4> weights{0, 100, 0, 300};
  std::array<int, 4> drawn{};
  random_source random(3);
  for (int n = 0; n < 4000; ++n) ++drawn[random.weighted(weights)];
  CHECK(drawn[0] + drawn[2] == 0);
  CHECK(drawn[3] == Approx(3000).margin(150));
}

// The middle of some numbers.

TEST_CASE("the median is the number in the middle, or halfway between the two that are") {
  CHECK(median_of({7}) == 7);
  CHECK(median_of({9, 1, 4}) == 4);
  CHECK(median_of({8, 1, 2, 5}) == 3.5);
  CHECK(median_of({3, 3, 3, 100}) == 3);
}

TEST_CASE("of no numbers there is no median") { CHECK_FALSE(median_of({})); }
