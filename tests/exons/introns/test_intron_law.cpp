// What introns cost follows from their lengths.
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "exons/introns/intron_law.hpp"

using namespace exonweave;

TEST_CASE("a law costs 18 half-bits and log2 of the mean, and half of the log-odds of each base") {
  const std::vector<std::int64_t> lengths = {32, 96};  // mean 64
  CHECK(intron_law(lengths) == intron_cost{24, 22.54});
  const std::vector<std::int64_t> one = {4096};
  CHECK(intron_law(one) == intron_cost{30, 0.35});
  for (const std::int64_t mean : {20, 57, 311, 5'000, 40'000}) {
    const std::vector<std::int64_t> same(7, mean);
    const intron_cost law = intron_law(same);
    CHECK(std::abs(static_cast<double>(law.cost.halves()) / 2 - 18 - std::log2(mean)) <= 0.25);
    CHECK(std::abs(law.per_kb - 1000 / (static_cast<double>(mean) * std::log(2.0))) <= 0.005 + 1e-9);
  }
}

TEST_CASE("the mean of a law comes back from what a nt costs, of the flattest of several lines") {
  const std::vector<std::int64_t> lengths(3, 100);
  CHECK(std::abs(mean_by_law(std::vector{intron_law(lengths)}) - 100) < 0.1);
  CHECK(std::abs(mean_by_law(std::vector<intron_cost>{{20, 14}, {30, 0.25}}) - 5771) < 1);
  CHECK(std::isinf(mean_by_law(std::vector<intron_cost>{{30, 0}})));
}
