// What introns cost follows from their lengths.
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "exons/introns/intron_law.hpp"

using namespace exonweave;

namespace {

constexpr std::int64_t gap = 3000;  // coding nt for each intron that make them usual, and the prior's

}  // namespace

TEST_CASE("a law costs 18 half-bits and log2 of the mean, and half of the log-odds of each base") {
  const std::vector<std::int64_t> lengths(999, 63);  // with the prior's one, a mean of 63.94
  const intron_cost law = intron_law({lengths, 999 * gap});
  CHECK(law == intron_cost{24, 22.56});
  CHECK(intron_law({lengths, 0}) == law);  // more frequent ones cost no less
  for (const std::int64_t mean : {20, 57, 311, 5'000, 40'000}) {
    const std::vector<std::int64_t> same(10'000, mean);
    const intron_cost costs = intron_law({same, 0});
    CHECK(std::abs(static_cast<double>(costs.cost.halves()) / 2 - 18 - std::log2(mean)) <= 0.27);
    const double per_kb = 1000 / (static_cast<double>(mean) * std::log(2.0));
    CHECK(std::abs(costs.per_kb - per_kb) <= 0.005 + 0.01 * per_kb);
  }
}

TEST_CASE("introns that are four times as rare cost eight half-bits more") {
  const std::vector<std::int64_t> few(7, 1000), many(99, 1000);
  const intron_cost usual = intron_law({many, 99 * gap});
  CHECK(intron_law({many, 399 * gap}) == intron_cost{written_score::of_halves(usual.cost.halves() + 16), usual.per_kb});
  CHECK(intron_law({few, 7 * gap}) == usual);
  CHECK(intron_law({few, 31 * gap}) == intron_law({many, 399 * gap}));
}

TEST_CASE("a genome without introns has costs by the coding sequence that was seen, of a prior length") {
  CHECK(intron_law({{}, 0}) == intron_cost{28, 1.44});
  CHECK(intron_law({{}, 63 * gap}) == intron_cost{52, 1.44});
  CHECK(intron_law({{}, 255 * gap}) == intron_cost{60, 1.44});
}

TEST_CASE("few introns have a law where coding sequence says that they are few") {
  const std::vector<std::int64_t> few(fewest_for_law - 1, 100), enough(fewest_for_law, 100);
  CHECK(has_intron_law({enough, 0}));
  CHECK_FALSE(has_intron_law({few, min_coding_for_law - 1}));
  CHECK(has_intron_law({few, min_coding_for_law}));
  CHECK(has_intron_law({{}, min_coding_for_law}));
}

TEST_CASE("the mean of a law comes back from what a nt costs, of the flattest of several lines") {
  const std::vector<std::int64_t> lengths(9, 100);  // with the prior's one, a mean of 190
  CHECK(std::abs(mean_by_law(std::vector{intron_law({lengths, 0})}) - 190) < 0.3);
  CHECK(std::abs(mean_by_law(std::vector<intron_cost>{{20, 14}, {30, 0.25}}) - 5771) < 1);
  CHECK(std::isinf(mean_by_law(std::vector<intron_cost>{{30, 0}})));
}
