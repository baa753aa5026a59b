// What a search is expected to take: units of work, and prices that are fitted to measurements.
#include <vector>

#include "catch.hpp"
#include "foresight/calibration/search_costs.hpp"

using namespace exonweave;

TEST_CASE("a search reads the genome, indexes the targets, meets seeds by chance, and looks again") {
  const by_search_unit work = work_of_search(1e6, 2e3, 5e4);
  CHECK(work[search_unit::base] == 1e6);
  CHECK(work[search_unit::residue] == 2e3);
  CHECK(work[search_unit::seed] == 2e9);
  CHECK(work[search_unit::looked_base] == 5e4);
}

TEST_CASE("seconds of searches that were measured are told of others") {
  search_costs made;
  made.seconds[search_unit::base] = 5e-8;
  made.seconds[search_unit::seed] = 1e-13;
  made.seconds[search_unit::looked_base] = 1e-8;
  std::vector<timed_search> samples;
  for (const double length : {1e6, 4e6, 2e7})
    for (const double n_residues : {1e4, 3e5})
      for (const double n_looked : {0.0, 1e8}) {
        const by_search_unit work = work_of_search(length, n_residues, n_looked);
        samples.push_back({work, made.predict(work)});
      }
  const search_costs fitted = fit_search(samples);
  CHECK(fitted.n_runs == 12);
  const by_search_unit other = work_of_search(1.2e7, 2.9e6, 6e8);
  CHECK(fitted.predict(other) == Approx(made.predict(other)).epsilon(0.01));
  CHECK(fit_search({}).predict(other) == 0);
}
