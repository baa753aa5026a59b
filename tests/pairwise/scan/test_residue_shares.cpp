#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "catch.hpp"
#include "pairwise/scan/matrix_adjustment.hpp"

using namespace exonweave;

TEST_CASE("shares are of the 20 amino acids alone, and sum to 1", "[scan]") {
  const auto shares = shares_of(std::vector<spliced::residue_code>{0, 0, 1, 22, 19});
  REQUIRE(shares);
  CHECK((*shares)[0] == 0.5);
  CHECK((*shares)[1] == 0.25);
  CHECK(std::accumulate(shares->begin(), shares->end(), 0.0) == Approx(1));
  CHECK(count_known(std::vector<spliced::residue_code>{0, 0, 1, 22, 19}) == 4);
  CHECK_FALSE(shares_of(std::vector<spliced::residue_code>{22, 22}));
  CHECK(std::accumulate(usual_shares().begin(), usual_shares().end(), 0.0) == Approx(1));
}

TEST_CASE("usual residues are the frequencies of amino acids in 10,000, rounded half up", "[scan]") {
  CHECK(usual_residues == std::array<std::uint16_t, n_kinds_of_residues>{781, 513, 449, 536, 193, 426, 630,
                                                                         738, 220, 514, 902, 574, 224, 386,
                                                                         520, 712, 584, 133, 322, 644});
}

TEST_CASE("the distance of compositions is a metric", "[scan]") {
  residue_shares one{}, other{};
  one[3] = other[4] = 1;
  CHECK(distance(one, one) == 0);
  CHECK(distance(one, other) == Approx(std::sqrt(std::log(2))));
  CHECK(distance(one, usual_shares()) == Approx(distance(usual_shares(), one)));
  CHECK(distance(one, other) <= distance(one, usual_shares()) + distance(usual_shares(), other));
}
