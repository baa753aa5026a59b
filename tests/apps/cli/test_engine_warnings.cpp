#include "catch.hpp"
#include "cli/engine_warnings.hpp"
#include "contains.hpp"

using namespace exonweave;
using exonweave::apps::engine_warnings;
using exonweave::testing::contains;

TEST_CASE("what engines tell while they work is told once, with how often") {
  engine_warnings warnings;
  for (int k = 0; k < 3; ++k) warnings.add("a launch: the device is lost");
  warnings.add("no room for rows");
  report problems;
  warnings.tell(problems);
  REQUIRE(problems.warnings().size() == 2);
  CHECK_THAT(problems.warnings().front(), contains("the device is lost") && contains("2 more"));
}
