// What exhaustive sweeps are expected to take.
#include <vector>

#include "catch.hpp"
#include "foresight/calibration/bound_costs.hpp"
#include "foresight/calibration/calibration.hpp"

using namespace exonweave;

TEST_CASE("seconds of sweeps that were measured are told of others, on more threads and on GPUs") {
  bound_costs made;
  made.seconds[bound_unit::base] = 4e-7;
  made.seconds[bound_unit::cell] = 2e-10;
  made.seconds[bound_unit::device_cell] = 1e-12;
  std::vector<timed_bounds> samples;
  for (const double n_places : {1e5, 4e5, 2e6})
    for (const double n_residues : {1e2, 5e3, 3e5}) {
      const bound_work work = work_of_bounds(n_places, n_residues, n_places / 2);
      samples.push_back({work, made.on_cpu(work, 1)});
    }
  bound_costs fitted = fit_bounds(samples);
  CHECK(fitted.n_runs == 9);
  const bound_work other = work_of_bounds(2.5e7, 2.9e6, 5e6);
  CHECK(fitted.on_cpu(other, 8) == Approx(made.on_cpu(other, 1) / 8).epsilon(0.01));
  CHECK(made.on_gpus(other, 8, 2) < 0.52 * made.on_gpus(other, 8, 1));
  CHECK(made.on_gpus(other, 8, 1) > other.cells * 1e-12);
  CHECK(fit_bounds({}).on_cpu(other, 1) == 0);
  // One protein does not fill a device: its rows follow each other.
  const bound_work lonely = work_of_bounds(6e6, 300, 3e6);
  CHECK(made.on_gpus(lonely, 16, 1) - made.on_gpus(work_of_bounds(6e6, 300, 0), 16, 1) == Approx(1.2).epsilon(0.01));
}

TEST_CASE("by what comes with the program a GPU pays for a genome, and not for a gene") {
  const bound_costs& usual = usual_calibration().bounds.value();
  const bound_work genome = work_of_bounds(2.5e7, 2.9e6, 5e6), gene = work_of_bounds(4e4, 500, 2e4);
  CHECK(usual.on_gpus(genome, 16, 1) < usual.on_cpu(genome, 16) / 4);
  CHECK(usual.on_gpus(gene, 1, 1) > usual.on_cpu(gene, 1));
}
