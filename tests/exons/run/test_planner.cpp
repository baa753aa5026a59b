// Cases become work units: targets of one region together, those that are read alike with common problems.
#include "catch.hpp"
#include "exons/run/planner.hpp"

using namespace exonweave;

namespace {

constexpr auto forward = strand::forward, reverse = strand::reverse;
constexpr auto codons = target_reading::codons;

std::vector<std::size_t> places_of(const work_unit& unit) {
  std::vector<std::size_t> places;
  for (const locus_target& each : unit.targets) places.push_back(each.place);
  return places;
}

using places = std::vector<std::size_t>;

}  // namespace

TEST_CASE("without cases there is nothing to do") { CHECK(plan_work({}, {}, 8).empty()); }

TEST_CASE("both strands of a target on a region are one result") {
  const std::vector<alignment_task> cases = {
      {0, {0, 9}, forward, 0}, {0, {0, 9}, reverse, 0}, {0, {0, 9}, reverse, 1}, {0, {1, 9}, reverse, 1}};
  const auto targets = split_by_target(cases);
  REQUIRE(targets.size() == 3);
  CHECK(targets[0].cases.size() == 2);
  CHECK(targets[0].cases[1] == cases[1]);
  CHECK(targets[1].cases.size() == 1);
  CHECK(targets[2].place == 2);
  CHECK(targets[2].cases.front() == cases[3]);
}

TEST_CASE("where strands are apart each is a result of its own") {
  const std::vector<alignment_task> cases = {{0, {0, 9}, forward, 0}, {0, {0, 9}, reverse, 0}};
  const auto targets = split_by_target(cases, strand_results::apart);
  REQUIRE(targets.size() == 2);
  CHECK(targets[0].cases.front() == cases[0]);
  CHECK(targets[1].cases.front() == cases[1]);
  CHECK(targets[1].place == 1);
}

TEST_CASE("targets of one region come together, those of another in units of their own") {
  const std::vector<alignment_task> cases = {
      {0, {0, 9}, forward, 0}, {0, {0, 9}, forward, 1}, {0, {0, 8}, forward, 0}, {1, {0, 8}, forward, 0}};
  const auto units = plan_work(split_by_target(cases), std::vector(2, codons), 8);
  REQUIRE(units.size() == 3);
  CHECK(places_of(units[0]) == places{0, 1});
  CHECK(places_of(units[1]) == places{2});
  CHECK(places_of(units[2]) == places{3});
  CHECK(units[0].problems != units[1].problems);
  CHECK(units[1].problems != units[2].problems);
  CHECK(units[0].locus < units[1].locus);
  CHECK(units[1].locus < units[2].locus);
}

TEST_CASE("a region with many targets is divided among units that share its problems") {
  std::vector<alignment_task> cases;
  for (std::size_t target = 0; target < 7; ++target) cases.push_back({0, {0, 9}, forward, target});
  const auto units = plan_work(split_by_target(cases), std::vector(7, codons), 3);
  REQUIRE(units.size() == 3);
  CHECK(places_of(units[0]) == places{0, 1, 2});
  CHECK(places_of(units[1]) == places{3, 4, 5});
  CHECK(places_of(units[2]) == places{6});
  CHECK(units[0].problems == units[1].problems);
  CHECK(units[0].problems == units[2].problems);
  CHECK(units[0].locus == units[2].locus);
}

TEST_CASE("targets that are read differently share no problems") {
  const auto coding = target_reading::coding_sequence, other = target_reading::nucleotides;
  std::vector<alignment_task> cases;
  for (std::size_t target = 0; target < 4; ++target) cases.push_back({0, {0, 9}, forward, target});
  const auto units = plan_work(split_by_target(cases), std::vector{other, coding, other, coding}, 8);
  REQUIRE(units.size() == 2);
  CHECK(units[0].reading == coding);
  CHECK(places_of(units[0]) == places{1, 3});
  CHECK(units[1].reading == other);
  CHECK(places_of(units[1]) == places{0, 2});
  CHECK(units[0].problems != units[1].problems);
}

namespace {

// Targets on regions of their own, but for those that share the number of a region; each with its work.
struct region_work {
  std::size_t region;
  std::uint64_t work;
};

struct worked_targets {
  explicit worked_targets(const std::vector<region_work>& all) {
    for (std::size_t n = 0; n < all.size(); ++n) cases.push_back({all[n].region, {0, 9}, forward, n});
    targets = split_by_target(cases);
    for (std::size_t n = 0; n < all.size(); ++n) targets[n].work = all[n].work;
  }
  [[nodiscard]] std::vector<work_unit> units(std::uint64_t max_work) const {
    return plan_work(targets, std::vector(targets.size(), codons), 64, max_work);
  }
  std::vector<alignment_task> cases;
  std::vector<locus_target> targets;
};

std::vector<places> places_of(const std::vector<work_unit>& units) {
  std::vector<places> all;
  for (const work_unit& each : units) all.push_back(places_of(each));
  return all;
}

}  // namespace

TEST_CASE("a unit holds no more than so much work, unless that is of one target") {
  const worked_targets targets({{0, 3}, {0, 3}, {0, 4}, {0, 11}, {0, 1}, {1, 2}});
  const auto units = targets.units(10);
  CHECK(places_of(units) == std::vector<places>{{0, 1, 2}, {3}, {4}, {5}});
  CHECK(units[0].work == 10);
  CHECK(units[1].work == 11);
  CHECK(units[0].problems == units[2].problems);
}

TEST_CASE("long work is begun first, the longest before all, and the rest keeps its order") {
  const worked_targets targets({{0, 1}, {1, 20}, {2, 2}, {3, 30}, {4, 10}, {5, 3}});
  auto units = targets.units(10);
  put_long_first(units, 10, 6);
  CHECK(places_of(units) == std::vector<places>{{3}, {1}, {0}, {2}, {4}, {5}});
}

TEST_CASE("units of a locus stay together when one of them is long") {
  const worked_targets targets({{0, 1}, {1, 4}, {1, 20}, {1, 5}, {2, 30}});
  auto units = targets.units(10);
  put_long_first(units, 10, 5);
  CHECK(places_of(units) == std::vector<places>{{4}, {1}, {2}, {3}, {0}});
  CHECK(units[1].locus == units[3].locus);
}

TEST_CASE("no more targets are begun early than may wait for their turn") {
  const worked_targets targets({{0, 1}, {1, 20}, {2, 30}, {2, 30}, {3, 40}});
  auto units = targets.units(10);
  put_long_first(units, 10, 2);
  CHECK(places_of(units) == std::vector<places>{{4}, {1}, {0}, {2}, {3}});
}

TEST_CASE("work of a target is that of all its strands, by its expected time where that is known") {
  const std::vector<alignment_task> cases = {{0, {0, 9}, forward, 0}, {0, {0, 9}, reverse, 0}};
  const target_set targets{{"t"}, molecule::protein, {{"t", "MKV"}}};
  auto requested = split_by_target(cases);
  CHECK(work_of(requested[0], targets) == 2 * 27);
  requested[0].expected_us = 100;
  CHECK(work_of(requested[0], targets) == 2 * 51);
}
