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

TEST_CASE("a calibration has measured those of its sections that it has, and the others are the program's") {
  calibration measured{"1.2.3", "2026-11-24", this_machine(), {}};
  measured.costs.push_back({"simd", spliced::work_kind::protein_on_blocks, {{7}}});
  const run_costs without = costs_of(measured);
  CHECK(without.are_measured("simd", spliced::work_kind::protein_on_blocks));
  CHECK_FALSE(without.are_measured(&calibration::search));
  CHECK_FALSE(without.are_measured(&calibration::bounds));
  CHECK(without.of(&calibration::search).seconds == usual_calibration().search->seconds);
  measured.search.emplace(search_costs{9});
  measured.search->seconds[search_unit::base] = 0.25;
  const run_costs with_search = costs_of(measured);
  CHECK(with_search.are_measured(&calibration::search));
  CHECK_FALSE(with_search.are_measured(&calibration::bounds));
  CHECK(with_search.of(&calibration::search).seconds[search_unit::base] == 0.25);
}
