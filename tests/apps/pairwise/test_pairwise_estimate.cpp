// Which engine a scan or an alignment of pairs is done by.
#include "base/files/report.hpp"
#include "catch.hpp"
#include "gpu/device/devices.hpp"
#include "pairwise/engine_options.hpp"

using namespace exonweave;
using namespace exonweave::apps;

namespace {

pairwise_run pair_of(double length, bool has_linear_gaps) {
  pairwise_run run{.command = "align", .has_linear_gaps = has_linear_gaps};
  run.longest = run.work = work_of_pair({length, length, true, 2});
  return run;
}

}  // namespace

TEST_CASE("auto takes a GPU where there is one, it takes the gaps, and its start pays") {
  report problems;
  const run_costs costs = run_costs::read(no_calibration, problems);
  const bool has_gpu = gpu::discover().why_none.empty();
  CHECK(choose_pairwise_engine("auto", pair_of(1e5, true), costs).name == (has_gpu ? "fast" : "simd"));
  CHECK(choose_pairwise_engine("auto", pair_of(1e5, false), costs).name == "simd");
  CHECK(choose_pairwise_engine("auto", pair_of(1e4, true), costs).name == "simd");
  CHECK(choose_pairwise_engine("simd", pair_of(1e5, true), costs).name == "simd");
  pairwise_run many = pair_of(300, false);
  for (int k = 0; k < 17; ++k) many.work += many.work;  // 131,072 pairs
  CHECK(choose_pairwise_engine("auto", many, costs).name == (has_gpu ? "batch" : "simd"));
  many.longest = pair_of(5e3, false).work;
  CHECK(choose_pairwise_engine("auto", many, costs).name == "simd");
  pairwise_run scan{.command = "scan"};
  scan.work = work_of_query(1e3, 1e6);
  CHECK(choose_pairwise_engine("auto", scan, costs).name == "scan-cpu");
  scan.work = work_of_query(1e4, 1e9);
  CHECK(choose_pairwise_engine("auto", scan, costs).name == (has_gpu ? "scan-cuda" : "scan-cpu"));
}
