// Units of work of scan and align, and what is expected of engines that have rates for them.
#include "catch.hpp"
#include "pairwise/engine/pairwise_engine.hpp"

using namespace exonweave;
using enum pairwise_unit;

namespace {

constexpr by_pairwise_unit rates{{500, 0, 1, 0, 0, 0}};
const pairwise_engine on_cpu{.command = "scan", .name = "any", .rates = rates};
const pairwise_engine on_gpu{
    .command = "scan", .name = "other", .is_of_gpu = true, .needs_linear_gaps = true, .rates = rates};

spliced::cost_model prices() {
  spliced::cost_model made;
  made.seconds[spliced::cost_unit::cell] = 0.001;
  made.seconds[spliced::cost_unit::device_cell] = 0.0001;
  made.seconds[spliced::cost_unit::launch] = 2;
  return made;
}

pairwise_run some_run(unsigned n_threads) {
  pairwise_run run{.command = "scan", .n_threads = n_threads};
  for (int k = 0; k < 4; ++k) run.work += work_of_query(30, 100);
  return run;
}

}  // namespace

TEST_CASE("a query has residues and cells of a whole database, a pair those of both its sequences") {
  const auto of_query = work_of_query(30, 100);
  CHECK(of_query[pair] == 1);
  CHECK(of_query[residue] == 100);
  CHECK(of_query[cell] == 3'000);
  const auto of_score = work_of_pair({30, 100});
  CHECK(of_score[residue] == 130);
  CHECK(of_score[cell] == 3'000);
  CHECK(of_score[path_residue] + of_score[path_cell] == 0);
  const auto of_path = work_of_pair({30, 100, true});
  CHECK(of_path[path_residue] == 130);
  CHECK(of_path[path_cell] == 3'000);
}

TEST_CASE("pairs whose scores may need 32 bits are counted once more") {
  CHECK(work_of_pair({21'000, 1e6, true, 2})[wide_cell] == 0);
  const auto wide = work_of_pair({22'000, 1e6, false, 2});
  CHECK(wide[wide_cell] == 2.2e10);
  CHECK(wide[cell] == 2.2e10);
  CHECK(work_of_pair({22'000, 1e6, true, 2})[wide_cell] > 2.2e10);
  CHECK(work_of_pair({21'000, 1e6, false, 11})[wide_cell] > 0);
}

TEST_CASE("threads and GPUs share all, and a GPU is started") {
  // 4 queries of 500 + 3,000 cells
  CHECK(expected_seconds(on_cpu, prices(), some_run(1)) == Approx(14));
  CHECK(expected_seconds(on_cpu, prices(), some_run(4)) == Approx(3.5));
  CHECK(expected_seconds(on_gpu, prices(), some_run(4), 2) == Approx(2 + 0.7));
}

TEST_CASE("no number of threads is faster than the longest pair") {
  pairwise_run run = some_run(100);
  run.longest = work_of_pair({30, 100});
  CHECK(expected_seconds(on_cpu, prices(), run) == Approx(3.5));
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

TEST_CASE("a GPU keeps the longest pair, or a batch for each thread") {
  const auto pair_of = [](double length, bool wants_path) { return work_of_pair({length, length, wants_path}); };
  pairwise_run run{.command = "align", .n_threads = 2};
  run.longest = pair_of(1'000, true);
  run.work = run.longest;
  run.work += pair_of(500, true);
  const pairwise_engine one_by_one{.path_cell_bytes = 0.5, .column_bytes = 16};
  CHECK(device_bytes(one_by_one, run, 1'200) == Approx(0.5 * 1e6 + 16 * 1'200));
  pairwise_engine together{.batch = {.max_pairs = 9, .max_cells = 400'000}, .path_cell_bytes = 2};
  CHECK(device_bytes(together, run, 1'200) == Approx(2 * 800'000));
  together.batch.max_cells = 1'000'000;
  CHECK(device_bytes(together, run, 1'200) == Approx(2 * 1'250'000));
  run.work = run.longest = pair_of(1'000, false);
  CHECK(device_bytes(together, run, 1'000) == 0);
  CHECK(device_bytes(one_by_one, run, 1'000) == Approx(16'000));
}
