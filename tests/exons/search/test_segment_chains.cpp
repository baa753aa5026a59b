// Which segments become one gene.
#include <algorithm>
#include <cmath>
#include <random>

#include "catch.hpp"
#include "exons/search/segment_chains.hpp"

using namespace exonweave;

namespace {

constexpr chain_rules rules{.max_intron = 1000, .least_score = 0};

// Residues [first, first + 30) at `begin`.
segment at(std::int64_t begin, std::uint32_t first, spliced::score score = 100) {
  return {0, first, 30, begin, score};
}

}  // namespace

TEST_CASE("segments in order are one chain, and the way between them costs by its length") {
  const auto chains = chain_segments({at(0, 0), at(590, 30)}, rules);
  REQUIRE(chains.size() == 1);
  CHECK(chains[0].on_strand == interval{0, 680});
  CHECK(chains[0].on_target == interval{0, 60});
  CHECK(chains[0].n_segments == 2);
  CHECK_THAT(chains[0].score, Catch::Matchers::WithinAbs(200 - 6 - std::log(501) / 0.3176, 1e-6));
}

TEST_CASE("a chain counts the residues of its segments once, and of a second one that overlaps its share") {
  const auto identical = [](std::int64_t begin, std::uint32_t first, std::uint32_t n) {
    segment made = at(begin, first);
    made.n_identical = n;
    return made;
  };
  const auto apart = chain_segments({identical(0, 0, 20), identical(590, 35, 9)}, rules);
  CHECK(apart.at(0).n_aligned == 60);
  CHECK(apart.at(0).n_identical == 29);
  const auto shared = chain_segments({identical(0, 0, 20), identical(590, 20, 9)}, rules);
  CHECK(shared.at(0).n_aligned == 50);
  CHECK(shared.at(0).n_identical == 26);
}

TEST_CASE("segments that are not in order, too far apart, or much the same in the target are not joined") {
  CHECK(chain_segments({at(0, 30), at(590, 0)}, rules).size() == 2);
  CHECK(chain_segments({at(0, 0), at(1090, 30)}, rules).size() == 1);
  CHECK(chain_segments({at(0, 0), at(1091, 30)}, rules).size() == 2);
  CHECK(chain_segments({at(0, 0), at(590, 14)}, rules).size() == 2);
  CHECK(chain_segments({at(0, 0), at(590, 15)}, rules).size() == 1);
}

TEST_CASE("a way that costs more than a segment scores is not taken") {
  const auto chains = chain_segments({at(0, 0), at(590, 30, 20)}, rules);
  REQUIRE(chains.size() == 2);
  CHECK(chains[0].score == 100);
  CHECK(chains[1].score == 20);
  CHECK(chain_segments({at(0, 0), at(590, 30, 20)}, {1000, 50}).size() == 1);
  CHECK(chain_segments({at(0, 0), at(590, 30, 27)}, {1000, 0, 6}).size() == 1);
  CHECK(chain_segments({at(0, 0), at(590, 30, 27)}, {1000, 0, 8}).size() == 2);
}

TEST_CASE("copies in tandem are chains of their own, the best first, whatever the order of the segments") {
  std::vector<segment> segments = {at(0, 0), at(200, 30), at(2000, 0, 120), at(2200, 30, 120)};
  std::mt19937_64 random(5);
  for (int n = 0; n < 20; ++n) {
    std::ranges::shuffle(segments, random);
    const auto chains = chain_segments(segments, rules);
    REQUIRE(chains.size() == 2);
    CHECK(chains[0].on_strand == interval{2000, 2290});
    CHECK(chains[1].on_strand == interval{0, 290});
  }
}
