// Engines of scan and align that have a price, and those that there are.
#include <algorithm>
#include <string>

#include "catch.hpp"
#include "contains.hpp"
#include "pairwise/align_engines.hpp"
#include "pairwise/costs/pairwise_costs.hpp"
#include "pairwise/scan_engines.hpp"

using namespace exonweave;
using exonweave::testing::contains;

TEST_CASE("the engines that prices are known for are those that there are") {
  std::size_t n_of_scan = 0, n_of_align = 0;
  for (const pairwise_engine& each : pairwise_engines()) {
    INFO(each.command << " " << each.name);
    const bool is_of_scan = each.command == "scan";
    (is_of_scan ? n_of_scan : n_of_align) += 1;
    const std::string words = is_of_scan ? apps::scan_engine_words() : apps::align_engine_words();
    CHECK_THAT(", " + words + ",", contains(" " + std::string(each.name) + ","));
  }
  const auto count = [](const std::string& words) {
    return static_cast<std::size_t>(std::ranges::count(words, ',')) + 1;
  };
  CHECK(n_of_scan == count(apps::scan_engine_words()));
  CHECK(n_of_align == count(apps::align_engine_words()));
}
