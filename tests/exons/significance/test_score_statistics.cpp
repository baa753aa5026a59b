// E-values of scores, and scores of E-values.
#include <cmath>

#include "catch.hpp"
#include "exons/significance/score_statistics.hpp"

using namespace exonweave;

namespace {
constexpr score_statistics law{{0.17, 0.0007}, 0.41};
constexpr double space = 4e8;  // nt x residues
}  // namespace

TEST_CASE("an E-value grows with what is searched and falls with the score") {
  CHECK(law.e_value(100, space) == Approx(0.0007 * 4e8 * std::exp(-17)));
  CHECK(law.e_value(100, 2 * space) == Approx(2 * law.e_value(100, space)));
  CHECK(law.e_value(101, space) == Approx(std::exp(-0.17) * law.e_value(100, space)));
}

TEST_CASE("the least score of an E-value has that one or less, the score below has more") {
  for (const double requested : {10.0, 0.1, 1e-3, 1e-20}) {
    const spliced::score least = law.lowest_score(requested, space);
    CHECK(law.e_value(least, space) <= requested);
    CHECK(law.e_value(least - 1, space) > requested);
  }
}

TEST_CASE("E-values of two kinds of sequence add up, each by its share") {
  score_statistics mixed = law;
  mixed.coding = {0.15, 0.001};
  mixed.coding_fraction = 0.25;
  CHECK(mixed.e_value(100, space) == Approx(4e8 * (0.75 * 0.0007 * std::exp(-17) + 0.25 * 0.001 * std::exp(-15))));
  mixed.coding_fraction = 0;
  CHECK(mixed.e_value(100, space) == law.e_value(100, space));
}

TEST_CASE("a score counts for less by its composition, and has to be the larger") {
  CHECK(law.e_value(100, space, 0.8) == Approx(law.e_value(80, space)));
  const spliced::score usual = law.lowest_score(1e-3, space), more = law.lowest_score(1e-3, space, 0.8);
  CHECK(law.e_value(more, space, 0.8) <= 1e-3);
  CHECK(law.e_value(more - 1, space, 0.8) > 1e-3);
  CHECK(more > usual);
}

TEST_CASE("where nothing is searched any score does, and no E-value asks for more than scores may be") {
  CHECK_FALSE(spliced::is_reachable(law.lowest_score(1e-3, 0)));
  CHECK(score_statistics{{1e-9, 1}, 0.5}.lowest_score(1e-300, space) == spliced::score_limit);
  CHECK(law.lowest_score(1e-3, space, 0) == spliced::score_limit);
}
