// What units of work cost: measured ones, or those that come with the program.
#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "cli/run_costs.hpp"

using namespace exonweave;
using namespace exonweave::apps;
using exonweave::testing::temporary_file;

namespace {

run_costs costs_of(const calibration& measured) {
  const temporary_file file(to_yaml(measured));
  report problems;
  run_costs costs = run_costs::read(file.path(), problems);
  REQUIRE(problems.error_count() == 0);
  return costs;
}

}  // namespace

TEST_CASE("prices of GPUs are measured where the machine had some, and without a file they are the program's") {
  calibration measured{"1.2.3", "2026-11-24", this_machine(), {}};
  measured.prices.seconds[spliced::cost_unit::base] = 0.25;
  const run_costs without = costs_of(measured);
  CHECK(without.are_measured());
  CHECK_FALSE(without.are_measured(true));
  CHECK(without.prices().seconds[spliced::cost_unit::base] == 0.25);
  measured.machine.gpus = {"GPU"};
  CHECK(costs_of(measured).are_measured(true));
  report problems;
  const run_costs none = run_costs::read(no_calibration, problems);
  CHECK_FALSE(none.are_measured());
  CHECK(none.prices().seconds == usual_calibration().prices.seconds);
}
