// What a run takes with an engine, from work and prices made by hand.
#include <vector>

#include "catch.hpp"
#include "runtime_model/run_estimate/run_estimate.hpp"

using namespace exonweave;
using spliced::cost_unit;

namespace {

// A second for each cell.
spliced::cost_model model_of_cells() {
  spliced::cost_model model;
  model.seconds[cost_unit::cell] = 1;
  model.low = 0.5;
  model.high = 2;
  return model;
}

expected_work work_of(double n_cells) {
  expected_work made;
  made.costs[cost_unit::cell] = n_cells;
  return made;
}

const spliced::engine_facts cpu_facts{.name = "cpu"};
const spliced::engine_facts gpu_facts{.name = "gpu", .is_of_gpu = true};
const spliced::cost_model cell_prices = model_of_cells();
const run_work three_results{{work_of(4), work_of(1), work_of(10)}, {work_of(5)}};

}  // namespace

TEST_CASE("the seconds of a run are those of search, learning and results, which threads share") {
  const run_terms run{.n_threads = 2, .search_seconds = 20, .sweep_seconds = 3};
  const engine_estimate found = estimate_engine({cpu_facts, cpu_facts, cell_prices, true}, three_results, run);
  CHECK(found.name == "cpu");
  CHECK(found.is_measured);
  CHECK(found.of_results == std::vector<double>{4, 1, 10});
  CHECK(found.thread_seconds == 40);
  CHECK(found.low == 20);
  CHECK(found.high == 80);
  CHECK(found.seconds == 40 / 2 + 3);
  CHECK(found.learning_seconds == 5);
}

TEST_CASE("a gene model comes beside all else, on no more threads than its genome has pieces") {
  const run_terms without{.n_threads = 4, .search_seconds = 20, .sweep_seconds = 3};
  run_terms run = without;
  run.gene_model_seconds = 12;
  run.n_pieces = 2;
  for (const spliced::engine_facts& facts : {cpu_facts, gpu_facts}) {
    const engine_estimate before = estimate_engine({facts, facts, cell_prices}, three_results, without);
    const engine_estimate found = estimate_engine({facts, facts, cell_prices}, three_results, run);
    CHECK(found.thread_seconds == before.thread_seconds + 12);
    CHECK(found.seconds == Approx(before.seconds + 6));
    CHECK(found.learning_seconds == before.learning_seconds);
    CHECK(done_in(found, run, before.seconds).fraction < 1);
    CHECK(done_in(found, run, 1e3).fraction == 1);
  }
}

TEST_CASE("the proteins of --completeness are shared by threads as results are, and leave less of a budget") {
  const run_terms without{.n_threads = 2, .search_seconds = 20, .sweep_seconds = 3};
  run_terms run = without;
  run.completeness_seconds = 12;
  const engine_estimate before = estimate_engine({cpu_facts, cpu_facts, cell_prices}, three_results, without);
  const engine_estimate found = estimate_engine({cpu_facts, cpu_facts, cell_prices}, three_results, run);
  CHECK(found.thread_seconds == before.thread_seconds + 12);
  CHECK(found.seconds == before.seconds + 6);
  CHECK(done_in(found, run, before.seconds).fraction < 1);
  CHECK(done_in(found, run, found.seconds).fraction == 1);
}

TEST_CASE("a budget of all that a run takes is enough for all its results, and less is not") {
  const run_terms run{.n_threads = 2, .search_seconds = 20, .gene_model_seconds = 12, .n_pieces = 9};
  const engine_estimate found = estimate_engine({cpu_facts, cpu_facts, cell_prices}, three_results, run);
  CHECK(done_in(found, run, found.seconds + 1e-9).fraction == 1);
  CHECK(done_in(found, run, found.seconds - 1e-3).fraction < 1);
}

TEST_CASE("no number of threads ends a run before its longest result") {
  const run_terms run{.n_threads = 1'000};
  CHECK(estimate_engine({cpu_facts, cpu_facts, cell_prices}, three_results, run).seconds == 10);
}

TEST_CASE("of a sample each result stands for several, and the range is wider") {
  const run_terms run{.scale = 10};
  const engine_estimate found = estimate_engine({cpu_facts, cpu_facts, cell_prices}, three_results, run);
  CHECK(found.thread_seconds == 5 + 10 * 15);
  CHECK(found.low < 0.5 * found.thread_seconds);
  CHECK(found.high > 2 * found.thread_seconds);
}

TEST_CASE("results are sorted by their seconds, the longest first") {
  CHECK(longest_first(estimate_engine({cpu_facts, cpu_facts, cell_prices}, three_results, {})) ==
        std::vector<std::size_t>{2, 0, 1});
}

TEST_CASE("the shortest results are done in a budget, after what comes before them") {
  const run_terms run{.search_seconds = 20, .sweep_seconds = 3};
  const engine_estimate found = estimate_engine({cpu_facts, cpu_facts, cell_prices}, three_results, run);
  const auto n_done = [&](double seconds) { return done_in(found, run, seconds).n_results; };
  constexpr double before = 3 + 20 + 5;
  CHECK(n_done(0) == 0);
  CHECK(n_done(before + 0.5) == 0);
  CHECK(n_done(before + 1.5) == 1);
  CHECK(n_done(before + 5.5) == 2);
  CHECK(n_done(before + 15.5) == 3);
  CHECK(done_in(found, run, before + 5.5).fraction == Approx(2. / 3));
  CHECK(done_in(estimate_engine({cpu_facts, cpu_facts, cell_prices}, {}, {}), {}, 1).fraction == 1);
}

TEST_CASE("two threads do twice as much in a budget") {
  const run_terms alone{.n_threads = 1}, together{.n_threads = 2};
  const run_work work{{work_of(1), work_of(1), work_of(1), work_of(1)}};
  const engine_estimate found = estimate_engine({cpu_facts, cpu_facts, cell_prices}, work, alone);
  CHECK(done_in(found, alone, 2.5).n_results == 2);
  CHECK(done_in(found, together, 2.5).n_results == 4);
}
