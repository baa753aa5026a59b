// Some targets for all: how many, which, and how far off a sum may be.
#include <cmath>
#include <string>
#include <vector>

#include "catch.hpp"
#include "runtime_model/run_estimate/run_estimate.hpp"

using namespace exonweave;

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
