// What the calibration that comes with the program expects of engines of scan and align.
#include "catch.hpp"
#include "pairwise/costs/pairwise_costs.hpp"
#include "runtime_model/calibration/calibration.hpp"
#include "spliced/costs/cost_model.hpp"

using namespace exonweave;

// docs/benchmarks/log/scan.md and align.md
TEST_CASE("prices of GPU engines that come with the program give the figures that they are from") {
  const auto seconds_of = [](const char* command, const char* name, const by_pairwise_unit& work) {
    const pairwise_engine engine{.command = command, .name = name, .is_of_gpu = true};
    return expected_seconds(engine, usual_calibration().find(engine)->model, {.command = command, .work = work}) -
           spliced::gpu_start_seconds;
  };
  CHECK(seconds_of("scan", "scan-cuda", work_of_query(5'000, 95'104'040)) == Approx(0.104).epsilon(0.1));
  CHECK(seconds_of("align", "fast", work_of_pair({1e5, 1e5, path_request::none})) == Approx(0.00905).epsilon(0.01));
  CHECK(seconds_of("align", "fast", work_of_pair({1e5, 1e5, path_request::linear})) == Approx(0.0519).epsilon(0.01));
  CHECK(seconds_of("align", "cooperative", work_of_pair({1e5, 1e5, path_request::linear})) ==
        Approx(0.864).epsilon(0.01));
  CHECK(seconds_of("align", "iterative", work_of_pair({1e5, 1e5, path_request::linear})) ==
        Approx(1.603).epsilon(0.01));
  CHECK(seconds_of("align", "fast", work_of_pair({1e4, 1e4, path_request::linear})) == Approx(0.00455).epsilon(0.02));
}
