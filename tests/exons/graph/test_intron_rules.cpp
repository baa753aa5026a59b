// What an intron costs on the best of its lines, and which lines make no difference.
#include <algorithm>
#include <random>

#include "catch.hpp"
#include "exons/graph/intron_rules.hpp"
#include "seed.hpp"

using namespace exonweave;

namespace {

using lines = std::vector<intron_line>;

intron_line line(spliced::score cost, std::int64_t millionths_per_kb) {
  return {cost, length_slope::of_billionths(millionths_per_kb)};
}

}  // namespace

TEST_CASE("an intron costs the least that one of its lines says") {
  const intron_rules introns{0, {{10, 20}, {40, 5}}};  // equal at 2,000 nt
  CHECK(introns.between(5000, 6000) == 30);
  CHECK(introns.between(5000, 7000) == 50);
  CHECK(introns.between(5000, 15000) == 90);
  CHECK(intron_rules{}.between(0, 1000) == 0);
}

TEST_CASE("a line that is never the least is left out") {
  const intron_line steep{10, 20}, flat{40, 5};
  const auto useful = [](const lines& given, std::int64_t shortest, std::int64_t longest) {
    return useful_lines({shortest, given}, longest);
  };
  CHECK(useful({steep, flat}, 0, 100'000) == lines{steep, flat});
  CHECK(useful({flat, steep}, 0, 100'000) == lines{flat, steep});
  CHECK(useful({steep, flat}, 0, 1'500) == lines{steep});
  CHECK(useful({steep, flat}, 2'500, 100'000) == lines{flat});
  CHECK(useful({steep, {20, 20}}, 0, 100'000) == lines{steep});      // of one slope the cheaper one
  CHECK(useful({steep, steep, steep}, 0, 100'000) == lines{steep});  // the first of equal ones
  CHECK(useful({steep, {50, 20}, flat}, 0, 100'000) == lines{steep, flat});
  CHECK(useful({steep, {50, 12}, flat}, 0, 100'000) == lines{steep, flat});  // above where they cross
  CHECK(useful({steep, {20, 12}, flat}, 0, 100'000).size() == 3);
  CHECK(useful({{50, 12}}, 0, 100'000) == lines{{50, 12}});
  CHECK(useful({steep, flat}, 1'000'000'000, 10) == lines{flat});  // there is no such intron
}

TEST_CASE("without the lines left out every intron costs the same, wherever it lies") {
  const std::uint64_t seed = testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  std::size_t n_left_out = 0;
  for (int round = 0; round < 5'000; ++round) {
    const std::int64_t steepest = 1 + below(below(2) == 0 ? 1'000'000 : 300'000'000);
    intron_rules introns{below(40), {}};
    for (auto n = 1 + below(3); n > 0; --n)
      introns.lines.push_back(line(static_cast<spliced::score>(below(60)), below(steepest)));
    const std::int64_t longest = introns.min_intron + below(below(2) == 0 ? 100 : 300'000);
    const intron_rules useful{introns.min_intron, useful_lines(introns, longest)};
    REQUIRE_FALSE(useful.lines.empty());
    n_left_out += introns.lines.size() - useful.lines.size();
    for (int intron = 0; intron < 100; ++intron) {
      const std::int64_t end = below(3'000'000'000);
      const std::int64_t start = end + introns.min_intron + below(longest - introns.min_intron + 1);
      CAPTURE(round, end, start);
      REQUIRE(useful.between(end, start) == introns.between(end, start));
    }
  }
  CHECK(n_left_out > 1'000);
}
