// What a search, a gene model and exhaustive sweeps are expected to take: their units of work, and seconds of these.
#include <cmath>
#include <string>
#include <vector>

#include "catch.hpp"
#include "runtime_model/calibration/calibration.hpp"
#include "runtime_model/run_estimate/run_estimate.hpp"

using namespace exonweave;
using spliced::by_cost_unit;
using spliced::cost_unit;

TEST_CASE("a search reads the genome, indexes the targets, meets seeds by chance, and looks again") {
  const by_cost_unit alone = work_of_search(1e6, 0, 0);
  CHECK(alone[cost_unit::base] == 1e6);
  CHECK(alone[cost_unit::residue] + alone[cost_unit::cell] == 0);
  const by_cost_unit work = work_of_search(1e6, 2e3, 5e4);
  CHECK(work[cost_unit::base] > 1e6);
  CHECK(work[cost_unit::base] < 1.05e6);
  CHECK(work[cost_unit::residue] == 2e3);
  CHECK(work[cost_unit::cell] > 0);
  CHECK(work[cost_unit::parsed_base] == 0);
}

TEST_CASE("a gene model reads the genome as often as it parses it, and searches for nothing") {
  const by_cost_unit work = work_of_parses(1e6, 2);
  CHECK(work[cost_unit::parsed_base] == 2e6);
  CHECK(work[cost_unit::base] == 0);
  CHECK(work_of_parses(1e6, 0) == by_cost_unit{});
}

TEST_CASE("by what comes with the program a parse of a megabase takes a part of a second, or some") {
  const double seconds = usual_calibration().prices.predict(work_of_parses(1e6, 1));
  CHECK(seconds > 0.1);
  CHECK(seconds < 3);
}

TEST_CASE("threads and GPUs share exhaustive sweeps, of which a GPU does as many rows as the longest sequence has") {
  spliced::cost_model prices;
  prices.seconds[cost_unit::base] = 1e-7;
  prices.seconds[cost_unit::sweep_cell] = 1e-10;
  prices.seconds[cost_unit::device_cell] = 1e-12;
  const bound_work genome{2.5e7, 2.9e6, 5e6};
  CHECK(seconds_on_cpu(prices, genome, 8) == Approx(seconds_on_cpu(prices, genome, 1) / 8));
  CHECK(seconds_on_cpu(prices, genome, 1) > genome.cells() * 1e-10);
  CHECK(seconds_on_gpus(prices, genome, 8, 2) < 0.52 * seconds_on_gpus(prices, genome, 8, 1));
  CHECK(seconds_on_gpus(prices, genome, 8, 1) > genome.cells() * 1e-12);
  // One protein does not fill a device: its rows follow each other.
  const bound_work lonely{6e6, 300, 3e6}, twice{6e6, 300, 6e6};
  CHECK(seconds_on_gpus(prices, twice, 16, 1) - seconds_on_gpus(prices, lonely, 16, 1) == Approx(0.945));
}

TEST_CASE("by what comes with the program a GPU pays for a genome, and not for a gene") {
  const spliced::cost_model& usual = usual_calibration().prices;
  const bound_work genome{2.5e7, 2.9e6, 5e6}, gene{4e4, 500, 2e4};
  CHECK(seconds_on_gpus(usual, genome, 16, 1) < seconds_on_cpu(usual, genome, 16) / 4);
  CHECK(seconds_on_gpus(usual, gene, 1, 1) > seconds_on_cpu(usual, gene, 1));
}

// Some targets for all: how many, which, and how far off a sum may be.

namespace {

target_set numbered(std::size_t n) {
  target_set made;
  for (std::size_t k = 0; k < n; ++k) made.targets.push_back({std::to_string(k), "ACGT", 1});
  return made;
}

// Seconds for each residue, and for each nt.
spliced::cost_model priced(double residue, double base) {
  spliced::cost_model prices;
  prices.seconds[spliced::cost_unit::residue] = residue;
  prices.seconds[spliced::cost_unit::base] = base;
  return prices;
}

}  // namespace

TEST_CASE("so many targets are searched for as a minute has room for beside the genome") {
  const target_set targets = numbered(1'000);
  CHECK(max_searched(targets, 1e6, priced(0.001, 0)) == 1'000);   // 4 s
  CHECK(max_searched(targets, 1e6, priced(0.03, 0)) == 500);      // 120 s
  CHECK(max_searched(targets, 1e6, priced(0.03, 30e-6)) == 250);  // of a minute 30 s are left
}

TEST_CASE("a few targets are searched for however long that takes") {
  CHECK(max_searched(numbered(1'000), 1e6, priced(100, 0)) == 200);
  CHECK(max_searched(numbered(1'000), 1e6, priced(0.001, 1)) == 200);
}

TEST_CASE("targets that are kept are spread over all and stand for as many as there were") {
  target_set targets = numbered(10);
  CHECK(keep_some(targets, 10) == 1);
  CHECK(targets.targets.size() == 10);
  CHECK(keep_some(targets, 4) == 2.5);
  REQUIRE(targets.targets.size() == 4);
  CHECK(targets.targets[0].name == "0");
  CHECK(targets.targets[1].name == "2");
  CHECK(targets.targets[2].name == "5");
  CHECK(targets.targets[3].name == "7");
}

TEST_CASE("a sum over all is known as well as the spread of some says") {
  const std::vector<double> known{1, 3};  // mean 2, standard error 1
  CHECK(sampling_error(known, 5) == Approx(1.64 / 2));
  CHECK(sampling_error(std::vector<double>{2, 2, 2}, 5) == 0);
  CHECK(sampling_error(std::vector<double>{0, 100}, 5) == 0.9);
}

TEST_CASE("nothing is off where all are known, nothing is said where one is") {
  const std::vector<double> known{1, 3};
  CHECK(sampling_error(known, 1) == 0);
  CHECK(sampling_error(std::vector<double>{1}, 5) == 0);
  CHECK(sampling_error(std::vector<double>{0, 0}, 5) == 0);
}

// What a run takes with an engine, from work and prices made by hand.

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

// How much a run writes, from how long its targets are.

namespace {

target_set one_target(molecule kind, std::size_t length) {
  return {{"t.fa"}, kind, {{"t", std::string(length, 'A'), 1}}};
}

double output_of(const target_set& targets, double scale) {
  const std::vector<alignment_task> cases(1);
  const std::vector<locus_target> results{{.cases = cases}};
  return expected_output(results, targets, scale);
}

}  // namespace

TEST_CASE("a model of a protein has an exon more for every fifty residues, and most results have one") {
  CHECK(output_of(one_target(molecule::protein, 100), 1) == Approx(0.8 * (500 + 3 * 350)));
  CHECK(output_of(one_target(molecule::dna, 300), 1) == Approx(0.8 * (500 + 3 * 350)));
}

TEST_CASE("each result of a sample is written as often as it stands for others") {
  const target_set targets = one_target(molecule::protein, 100);
  CHECK(output_of(targets, 7) == Approx(7 * output_of(targets, 1)));
  CHECK(expected_output({}, targets, 7) == 0);
}
