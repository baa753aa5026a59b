// Units of work of scan and align, and what is expected of engines that have prices for them.
#include <vector>

#include "catch.hpp"
#include "pairwise/costs/pairwise_costs.hpp"
#include "spliced/costs/cost_model.hpp"

using namespace exonweave;
using enum pairwise_unit;

namespace {

const pairwise_engine on_cpu{.command = "scan", .name = "any"};
const pairwise_engine on_gpu{.command = "scan", .name = "other", .is_of_gpu = true, .needs_linear_gaps = true};

pairwise_prices prices() {
  pairwise_prices made;
  made.seconds[residue] = 0.01;
  made.seconds[query] = 0.5;
  made.seconds[cell] = 0.001;
  return made;
}

pairwise_run some_run(unsigned n_threads) {
  pairwise_run run{.command = "scan", .n_threads = n_threads};
  run.work[residue] = 100;
  for (int k = 0; k < 4; ++k) run.work += work_of_query(30, 100);
  return run;
}

}  // namespace

TEST_CASE("a query has rows and cells of a whole database, a pair those of its target") {
  const auto of_query = work_of_query(30, 100);
  CHECK(of_query[query] == 1);
  CHECK(of_query[row] == 100);
  CHECK(of_query[cell] == 3'000);
  const auto of_score = work_of_pair({30, 100, path_request::none});
  CHECK(of_score[row] == 30);
  CHECK(of_score[cell] == 3'000);
  CHECK(of_score[path_residue] + of_score[path_cell] + of_score[affine_path_cell] == 0);
  const auto linear = work_of_pair({30, 100, path_request::linear});
  CHECK(linear[path_residue] == 130);
  CHECK(linear[path_cell] == 3'000);
  CHECK(linear[affine_path_cell] == 0);
  CHECK(work_of_pair({30, 100, path_request::affine})[affine_path_cell] == 3'000);
}

TEST_CASE("pairs whose scores may need 32 bits are counted once more") {
  const auto narrow = work_of_pair({21'000, 1e6, path_request::linear, 2});
  CHECK(narrow[wide_cell] + narrow[wide_path_cell] == 0);
  const auto wide = work_of_pair({22'000, 1e6, path_request::linear, 2});
  CHECK(wide[wide_cell] == 2.2e10);
  CHECK(wide[wide_path_cell] == 2.2e10);
  CHECK(wide[cell] == 2.2e10);
  CHECK(work_of_pair({22'000, 1e6, path_request::none, 2})[wide_path_cell] == 0);
  CHECK(work_of_pair({21'000, 1e6, path_request::none, 11})[wide_cell] > 0);
}

TEST_CASE("threads and GPUs share everything but what opens a database, and a GPU is started") {
  // 1 s to open; 4 queries of 0.5 + 3 s
  CHECK(expected_seconds(on_cpu, prices(), some_run(1)) == Approx(1 + 14));
  CHECK(expected_seconds(on_cpu, prices(), some_run(4)) == Approx(1 + 3.5));
  CHECK(expected_seconds(on_gpu, prices(), some_run(4), 2) == Approx(spliced::gpu_start_seconds + 1 + 7));
}

TEST_CASE("no number of threads is faster than the longest pair") {
  pairwise_run run = some_run(100);
  run.longest = work_of_pair({30, 100, path_request::none});
  CHECK(expected_seconds(on_cpu, prices(), run) == Approx(1 + 3.5));
}

TEST_CASE("an engine suits a run of its command, whose gaps it takes") {
  pairwise_run run = some_run(1);
  CHECK(run.suits(on_cpu));
  CHECK_FALSE(run.suits(on_gpu));
  run.has_linear_gaps = true;
  CHECK(run.suits(on_gpu));
  run.command = "align";
  CHECK_FALSE(run.suits(on_cpu));
}

TEST_CASE("prices that made the samples are found again") {
  std::vector<timed_pairwise> samples;
  by_pairwise_unit opening;
  opening[residue] = 1'000;
  samples.push_back({opening, 10});
  for (const double length : {10, 100, 1'000})
    for (const double database : {500, 5'000}) {
      const auto work = work_of_query(length, database);
      samples.push_back({work, 0.5 + 0.001 * work[cell]});
    }
  const auto found = spliced::fit_prices<pairwise_unit>(samples, 1e-4).seconds;
  CHECK(found[residue] == Approx(0.01));
  CHECK(found[query] == Approx(0.5).epsilon(0.01));
  CHECK(found[cell] == Approx(0.001).epsilon(0.01));
  CHECK(found[path_cell] == 0);
  CHECK(spliced::fit_prices<pairwise_unit>({}, 1e-4).seconds == by_pairwise_unit{});
}

TEST_CASE("a GPU keeps the longest pair, or a batch for each thread") {
  const auto pair = [](double length, path_request path) { return work_of_pair({length, length, path}); };
  pairwise_run run{.command = "align", .n_threads = 2};
  run.longest = pair(1'000, path_request::linear);
  run.work = run.longest;
  run.work += pair(500, path_request::affine);
  const pairwise_engine one_by_one{.path_cell_bytes = 0.5, .column_bytes = 16};
  CHECK(device_bytes(one_by_one, run, 1'200) == Approx(0.5 * 1e6 + 16 * 1'200));
  pairwise_engine together{.batch = {.max_pairs = 9, .max_cells = 400'000}, .path_cell_bytes = 2};
  CHECK(device_bytes(together, run, 1'200) == Approx(2 * 800'000));
  together.batch.max_cells = 1'000'000;
  CHECK(device_bytes(together, run, 1'200) == Approx(2 * 1'250'000));
  run.work = run.longest = pair(1'000, path_request::none);
  CHECK(device_bytes(together, run, 1'000) == 0);
  CHECK(device_bytes(one_by_one, run, 1'000) == Approx(16'000));
}
