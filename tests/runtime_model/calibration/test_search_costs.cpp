// What a search and exhaustive sweeps are expected to take: units of work, and prices that are fitted to measurements.
#include <vector>

#include "catch.hpp"
#include "runtime_model/calibration/calibration.hpp"
#include "runtime_model/calibration/search_costs.hpp"

using namespace exonweave;

TEST_CASE("a search reads the genome, indexes the targets, meets seeds by chance, and looks again") {
  const by_search_unit work = work_of_search(1e6, 2e3, 5e4);
  CHECK(work[search_unit::base] == 1e6);
  CHECK(work[search_unit::residue] == 2e3);
  CHECK(work[search_unit::seed] == 2e9);
  CHECK(work[search_unit::looked_base] == 5e4);
  CHECK(work[search_unit::parsed_base] == 0);
}

TEST_CASE("a gene model reads the genome as often as it parses it, and searches for nothing") {
  const by_search_unit work = work_of_parses(1e6, 2);
  CHECK(work[search_unit::parsed_base] == 2e6);
  CHECK(work[search_unit::base] == 0);
  CHECK(work_of_parses(1e6, 0) == by_search_unit{});
}

TEST_CASE("a parse is priced beside searches, each by what it took") {
  search_costs made;
  made.seconds[search_unit::base] = 5e-8;
  made.seconds[search_unit::parsed_base] = 9e-7;
  std::vector<timed_search> samples;
  for (const double length : {1e6, 4e6, 2e7})
    for (const by_search_unit& work : {work_of_search(length, 0, 0), work_of_parses(length, 1)})
      samples.push_back({work, made.predict(work)});
  const search_costs fitted = spliced::fit_prices<search_unit>(samples, 1e-2);
  CHECK(fitted.predict(work_of_parses(1.2e7, 2)) == Approx(21.6).epsilon(0.01));
  CHECK(fitted.predict(work_of_search(1.2e7, 0, 0)) == Approx(0.6).epsilon(0.01));
}

TEST_CASE("by what comes with the program a parse of a megabase takes a part of a second, or some") {
  const double seconds = usual_calibration().search->predict(work_of_parses(1e6, 1));
  CHECK(seconds > 0.1);
  CHECK(seconds < 3);
}

TEST_CASE("seconds of searches that were measured are told of others") {
  search_costs made;
  made.seconds[search_unit::base] = 5e-8;
  made.seconds[search_unit::seed] = 1e-13;
  made.seconds[search_unit::looked_base] = 1e-8;
  std::vector<timed_search> samples;
  for (const double length : {1e6, 4e6, 2e7})
    for (const double n_residues : {1e4, 3e5})
      for (const double n_window_bases : {0.0, 1e8}) {
        const by_search_unit work = work_of_search(length, n_residues, n_window_bases);
        samples.push_back({work, made.predict(work)});
      }
  const search_costs fitted = spliced::fit_prices<search_unit>(samples, 1e-2);
  CHECK(fitted.n_runs == 12);
  const by_search_unit other = work_of_search(1.2e7, 2.9e6, 6e8);
  CHECK(fitted.predict(other) == Approx(made.predict(other)).epsilon(0.01));
  CHECK(spliced::fit_prices<search_unit>({}, 1e-2).predict(other) == 0);
}

TEST_CASE("seconds of sweeps that were measured are told of others, on more threads and on GPUs") {
  bound_costs made;
  made.seconds[bound_unit::base] = 4e-7;
  made.seconds[bound_unit::cell] = 2e-10;
  made.seconds[bound_unit::device_cell] = 1e-12;
  std::vector<timed_bounds> samples;
  for (const double n_places : {1e5, 4e5, 2e6})
    for (const double n_residues : {1e2, 5e3, 3e5}) {
      const bound_work work = work_of_bounds(n_places, n_residues, n_places / 2);
      samples.push_back({work.on_cpu, seconds_on_cpu(made, work, 1)});
    }
  bound_costs fitted = spliced::fit_prices<bound_unit>(samples, 1e-2);
  CHECK(fitted.n_runs == 9);
  const bound_work other = work_of_bounds(2.5e7, 2.9e6, 5e6);
  CHECK(seconds_on_cpu(fitted, other, 8) == Approx(seconds_on_cpu(made, other, 1) / 8).epsilon(0.01));
  CHECK(seconds_on_gpus(made, other, 8, 2) < 0.52 * seconds_on_gpus(made, other, 8, 1));
  CHECK(seconds_on_gpus(made, other, 8, 1) > other.cells() * 1e-12);
  CHECK(seconds_on_cpu(spliced::fit_prices<bound_unit>({}, 1e-2), other, 1) == 0);
  // One protein does not fill a device: its rows follow each other.
  const bound_work lonely = work_of_bounds(6e6, 300, 3e6);
  CHECK(seconds_on_gpus(made, lonely, 16, 1) - seconds_on_gpus(made, work_of_bounds(6e6, 300, 0), 16, 1) ==
        Approx(1.2).epsilon(0.01));
}

TEST_CASE("by what comes with the program a GPU pays for a genome, and not for a gene") {
  const bound_costs& usual = usual_calibration().bounds.value();
  const bound_work genome = work_of_bounds(2.5e7, 2.9e6, 5e6), gene = work_of_bounds(4e4, 500, 2e4);
  CHECK(seconds_on_gpus(usual, genome, 16, 1) < seconds_on_cpu(usual, genome, 16) / 4);
  CHECK(seconds_on_gpus(usual, gene, 1, 1) > seconds_on_cpu(usual, gene, 1));
}
