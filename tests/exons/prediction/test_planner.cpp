// Cases become work units: targets of one region together, those that are read alike with common problems.
#include "catch.hpp"
#include "exons/prediction/planner.hpp"

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
  const std::vector<alignment_case> cases = {
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
  const std::vector<alignment_case> cases = {{0, {0, 9}, forward, 0}, {0, {0, 9}, reverse, 0}};
  const auto targets = split_by_target(cases, strand_results::apart);
  REQUIRE(targets.size() == 2);
  CHECK(targets[0].cases.front() == cases[0]);
  CHECK(targets[1].cases.front() == cases[1]);
  CHECK(targets[1].place == 1);
}

TEST_CASE("targets of one region come together, those of another in units of their own") {
  const std::vector<alignment_case> cases = {
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
  std::vector<alignment_case> cases;
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
  std::vector<alignment_case> cases;
  for (std::size_t target = 0; target < 4; ++target) cases.push_back({0, {0, 9}, forward, target});
  const auto units = plan_work(split_by_target(cases), std::vector{other, coding, other, coding}, 8);
  REQUIRE(units.size() == 2);
  CHECK(units[0].reading == coding);
  CHECK(places_of(units[0]) == places{1, 3});
  CHECK(units[1].reading == other);
  CHECK(places_of(units[1]) == places{0, 2});
  CHECK(units[0].problems != units[1].problems);
}
