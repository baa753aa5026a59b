// A run in parts: who works out what, and that only that is worked out.
#include <algorithm>
#include <numeric>
#include <set>

#include "catch.hpp"
#include "exons/run/planner.hpp"
#include "exons/run/small_job.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

// Targets on regions: their numbers stand for the regions.
struct made_targets {
  explicit made_targets(const std::vector<std::int64_t>& regions) {
    for (const std::int64_t region : regions) cases.push_back({0, {region, region + 9}, strand::forward, cases.size()});
    targets = split_by_target(cases);
  }
  std::vector<alignment_task> cases;
  std::vector<locus_target> targets;
};

made_targets apart(std::size_t n) {
  std::vector<std::int64_t> regions(n);
  std::iota(regions.begin(), regions.end(), 0);
  return made_targets(regions);
}

using part_numbers = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("the longest goes first, to the part that has least") {
  const auto targets = apart(6);
  const std::vector<double> seconds{1, 5, 2, 4, 3, 3};
  const auto division = divide_run(targets.targets, seconds, 3);
  CHECK(division.n_parts == 3);
  CHECK(division.part_of == part_numbers{0, 0, 1, 1, 2, 2});
  CHECK(seconds_of_parts(division, seconds) == std::vector<double>{6, 6, 6});
  CHECK(division.places_of(1) == std::vector<bool>{false, false, true, true, false, false});
}

TEST_CASE("targets of one locus stay together unless they are a large part of all") {
  const made_targets targets({0, 0, 0, 0, 9, 9});
  const std::vector<double> light{0.01, 0.01, 0.01, 0.01, 1, 1};
  const auto division = divide_run(targets.targets, light, 2);
  CHECK(std::set(division.part_of.begin(), division.part_of.begin() + 4).size() == 1);
  CHECK(division.part_of[4] != division.part_of[5]);
}

TEST_CASE("there may be more parts than targets, none, and such that take no time") {
  CHECK(divide_run({}, {}, 4).part_of.empty());
  const auto targets = apart(2);
  const std::vector<double> nothing{0, 0};
  for (const std::size_t n_parts : {1u, 2u, 7u}) {
    const auto division = divide_run(targets.targets, nothing, n_parts);
    CHECK(division.n_parts == n_parts);
    CHECK(std::ranges::all_of(division.part_of, [&](std::uint32_t part) { return part < n_parts; }));
    CHECK(seconds_of_parts(division, nothing) == std::vector<double>(n_parts, 0.0));
  }
}

TEST_CASE("many loci of times that differ fill equal parts") {
  const auto targets = apart(500);
  std::vector<double> seconds;
  for (std::size_t n = 0; n < targets.targets.size(); ++n) seconds.push_back(1 + static_cast<double>(n * n % 97));
  const auto sums = seconds_of_parts(divide_run(targets.targets, seconds, 16), seconds);
  const double mean = std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(sums.size());
  CHECK(std::ranges::max(sums) < 1.01 * mean);
}

TEST_CASE("what is asked for alone is worked out, and noted under its place among all") {
  small_job job("CCATGGCCAAATTTGGGTAACC", {{{2, 20}, strand::forward}},
                {"ATGGCCAAATTTGGGTAA", "ATGGCCAAATTTGGG", "GCCAAATTT", "AAATTTGGG"});
  std::vector<spliced::score> all;
  for (const auto& result : job.run()) all.push_back(result.best_score);
  REQUIRE(all.size() == 4);
  for (std::size_t known = 0; known < 16; ++known)
    for (std::size_t selection = 0; selection < 16; ++selection) {
      std::vector<bool> requested;
      std::vector<std::size_t> places;
      for (std::size_t place = 0; place < all.size(); ++place) {
        requested.push_back((selection >> place & 1) == 1);
        if (requested.back()) places.push_back(place);
      }
      prediction_input input = job.input();
      input.selection.requested = requested;
      result_log log;
      std::set<std::size_t> noted;
      log.note = [&](std::size_t place, const locus_result& result) {
        noted.insert(place);
        CHECK(result.locus.target == place);
      };
      std::set<std::size_t> expected(places.begin(), places.end());
      for (std::size_t place = 0; place < all.size(); ++place)
        if ((known >> place & 1) == 1) {
          locus_result result;
          result.locus = targets_of(job.input())[place].cases.front();
          result.best_score = -7;
          log.known.push_back({place, result});
          expected.erase(place);
        }
      std::vector<std::size_t> handed_on;
      predict_loci(
          input, job.options,
          [&](locus_result&& result) {
            handed_on.push_back(result.locus.target);
            const bool was_known = (known >> result.locus.target & 1) == 1;
            CHECK(result.best_score == (was_known ? -7 : all[result.locus.target]));
          },
          std::move(log));
      CHECK(handed_on == places);
      CHECK(noted == expected);
    }
}
