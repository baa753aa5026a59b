// Engines of scan and align, and what is known of their prices before they are measured.
#include "catch.hpp"
#include "pairwise/costs/pairwise_costs.hpp"
#include "pairwise/gpu/pairwise_engines.hpp"
#include "runtime_model/calibration/calibration.hpp"

using namespace exonweave;

TEST_CASE("what comes with the program knows every engine that auto may take, and more work takes it longer") {
  for (const pairwise_engine& each : gpu::pairwise_engines()) {
    INFO(each.command << " " << each.name);
    const pairwise_costs* found = usual_calibration().find(each);
    CHECK((found != nullptr || !each.is_automatic));
    if (found == nullptr) continue;
    const auto seconds = [&](double length) {
      pairwise_run run{.command = each.command};
      run.work =
          each.command == "scan" ? work_of_query(length, 1e6) : work_of_pair({length, length, path_request::linear});
      return expected_seconds(each, found->model, run);
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
