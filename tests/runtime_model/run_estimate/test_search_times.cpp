// What a search, a gene model and exhaustive sweeps are expected to take: their units of work, and seconds of these.
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
