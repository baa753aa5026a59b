// How a row lies in memory: as it is drawn.
#include <vector>

#include "catch.hpp"
#include "spliced/engine/problem.hpp"
#include "spliced/small_problem.hpp"

using namespace exonweave::spliced;
using exonweave::testing::small_problem;

TEST_CASE("a row has only the planes that the scoring needs") {
  CHECK(row_layout{4, false, false}.width() == 4);
  CHECK(row_layout{4, true, false}.width() == 8);
  CHECK(row_layout{4, false, true}.width() == 6);
  CHECK(row_layout{4, true, true}.width() == 10);
}

TEST_CASE("planes and ends lie as drawn, and nothing overlaps") {
  const row_layout layout{4, true, true};
  CHECK(layout.vertical_at(0) == 4);
  CHECK(layout.vertical_at(3) == 7);
  CHECK(layout.lead_at() == 8);
  CHECK(layout.trail_at() == 9);
  std::vector<int> row = {0, 1, 2, 3, 10, 11, 12, 13, 20, 30};
  const auto best = layout.best(std::span(row));
  const auto vertical = layout.vertical(std::span(row));
  CHECK(std::vector<int>(best.begin(), best.end()) == std::vector<int>{0, 1, 2, 3});
  CHECK(std::vector<int>(vertical.begin(), vertical.end()) == std::vector<int>{10, 11, 12, 13});
}

TEST_CASE("without affine gaps there is no vertical plane, and the ends follow the best scores") {
  const row_layout layout{4, false, true};
  std::vector<int> row(layout.width());
  CHECK(layout.vertical(std::span(row)).empty());
  CHECK(layout.lead_at() == 4);
  CHECK(layout.trail_at() == 5);
}

TEST_CASE("a problem's layout follows from its target and its scoring") {
  small_problem problem("ACGT", "ACG");
  CHECK(problem.view().layout() == row_layout{4, false, false});
  problem.gaps = {1, 0};
  CHECK(problem.view().layout() == row_layout{4, true, false});
  problem.residue_ends = gap_costs{0, 0};
  CHECK(problem.view().layout() == row_layout{4, true, true});
}
