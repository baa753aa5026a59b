// Engines of scan and align, and what is known of their work.
#include "catch.hpp"
#include "pairwise/engine/pairwise_engine.hpp"
#include "pairwise/gpu/pairwise_engines.hpp"
#include "runtime_model/calibration/calibration.hpp"

using namespace exonweave;

TEST_CASE("every engine that auto may take says what its work takes, and more work takes it longer") {
  for (const pairwise_engine& each : gpu::pairwise_engines()) {
    INFO(each.command << " " << each.name);
    CHECK((each.has_rates() || !each.is_automatic));
    if (!each.has_rates()) continue;
    const auto seconds = [&](double length) {
      pairwise_run run{.command = each.command};
      run.work = each.command == "scan" ? work_of_query(length, 1e6) : work_of_pair({length, length, true});
      return expected_seconds(each, usual_calibration().prices, run);
    };
    CHECK(seconds(2'000) > seconds(1'000));
    CHECK(seconds(1'000) > 0);
  }
}

TEST_CASE("facts of engines of scan and align are those of the engines that are made of their names") {
  for (const pairwise_engine& each : gpu::pairwise_engines()) {
    INFO(each.command << " " << each.name);
    if (each.is_of_gpu) continue;  // not made without a device
    const auto name_of_made = each.command == "scan" ? gpu::scan_engines().make(each.name)->facts().name
                                                     : gpu::align_engines().make(each.name)->facts().name;
    CHECK(name_of_made == each.name);
  }
}

TEST_CASE("an engine is found by its command and its name") {
  for (const pairwise_engine& each : gpu::pairwise_engines())
    CHECK(gpu::find_pairwise_engine(each.command, each.name) == &each);
  CHECK(gpu::find_pairwise_engine("scan", "simd") == nullptr);  // it is of align
  CHECK(gpu::find_pairwise_engine("align", "auto") == nullptr);
}

TEST_CASE("what auto may take of GPUs says what it keeps there, and what aligns batches how large they are") {
  for (const pairwise_engine& each : gpu::pairwise_engines()) {
    INFO(each.command << " " << each.name);
    if (each.command == "align" && each.is_of_gpu && each.is_automatic) CHECK(each.path_cell_bytes > 0);
    CHECK((each.batch.max_pairs > 0) == (each.batch.max_cells > 0));
  }
}

// docs/benchmarks/log/scan.md and align.md
TEST_CASE("rates of GPU engines and the prices that come with the program give the figures that they are from") {
  const spliced::cost_model& prices = usual_calibration().prices;
  const auto seconds_of = [&](const char* command, const char* name, const by_pairwise_unit& work) {
    return expected_seconds(*gpu::find_pairwise_engine(command, name), prices, {.command = command, .work = work}) -
           prices.seconds[spliced::cost_unit::launch];
  };
  CHECK(seconds_of("scan", "scan-cuda", work_of_query(5'000, 95'104'040)) == Approx(0.104).epsilon(0.1));
  CHECK(seconds_of("align", "fast", work_of_pair({1e5, 1e5, false})) == Approx(0.00905).epsilon(0.01));
  CHECK(seconds_of("align", "fast", work_of_pair({1e5, 1e5, true})) == Approx(0.0519).epsilon(0.01));
  CHECK(seconds_of("align", "cooperative", work_of_pair({1e5, 1e5, true})) == Approx(0.864).epsilon(0.01));
  CHECK(seconds_of("align", "iterative", work_of_pair({1e5, 1e5, true})) == Approx(1.603).epsilon(0.01));
  CHECK(seconds_of("align", "fast", work_of_pair({1e4, 1e4, true})) == Approx(0.00455).epsilon(0.02));
}
