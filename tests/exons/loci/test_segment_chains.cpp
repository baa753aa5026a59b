// Which segments become one gene.
#include <algorithm>
#include <cmath>
#include <random>

#include "catch.hpp"
#include "exons/loci/segment_chains.hpp"

using namespace exonweave;

namespace {

constexpr chain_rules rules{.max_intron = 1000, .lowest_score = 0};

// Residues [first, first + 30) at `begin`.
segment at(std::int64_t begin, std::uint32_t first, spliced::score score = 100) { return {0, first, 30, begin, score}; }

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

TEST_CASE("a chain has its best segment, and how far apart its segments are at most") {
  const auto chains = chain_segments({at(0, 0, 100), at(590, 30, 120), at(780, 60, 110)}, rules);
  REQUIRE(chains.size() == 1);
  CHECK(chains[0].best == at(590, 30, 120));
  CHECK(chains[0].longest_intron == 500);
  CHECK(chain_segments({at(0, 0)}, rules).at(0).longest_intron == 0);
}

TEST_CASE("a chain scores what the gapped alignment around one of its segments does, where this is more") {
  segment first = at(0, 0, 40), second = at(590, 30, 45);
  first.gapped = 90;
  const double as_gapped = (0.267 * 90 + std::log(0.134 / 0.041)) / 0.3176;
  const auto both = chain_segments({first, second}, rules);
  REQUIRE(both.size() == 1);
  CHECK(both[0].gapped == 90);
  CHECK_THAT(both[0].score, Catch::Matchers::WithinAbs(as_gapped, 1e-9));
  CHECK(chain_segments({first}, {.lowest_score = as_gapped - 0.01}).size() == 1);
  CHECK(chain_segments({first}, {.lowest_score = as_gapped + 0.01}).empty());
  CHECK(chain_segments({at(0, 0, 40)}, {.lowest_score = 41}).empty());
}

TEST_CASE("the best chain of many segments is the best of all ways between them") {
  // In place of chain_segments: every way is worked out from the formula, and none is left out beforehand.
  const auto best_score = [](std::vector<segment> segments, double way) {
    std::ranges::sort(segments, {}, &segment::begin);
    std::vector<double> scores;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const segment& b = segments[i];
      double best = b.score;
      for (std::size_t j = i - std::min<std::size_t>(i, 100); j < i; ++j) {
        const segment& a = segments[j];
        const auto between = std::int64_t{b.first_residue} - std::int64_t{a.residue_end()};
        const std::int64_t shared = std::max<std::int64_t>(0, -between), apart = b.begin - a.end();
        const bool follows = b.first_residue > a.first_residue && b.residue_end() > a.residue_end() &&
                             2 * shared <= b.n_residues && apart + 3 * shared >= 0 &&
                             apart <= 100'000 + 3 * std::max<std::int64_t>(0, between);
        if (!follows) continue;
        const double cost = way + (std::log(1.0 + static_cast<double>(std::abs(apart - 3 * between))) +
                                   std::log(1.0 + static_cast<double>(std::abs(between)))) /
                                      0.3176;
        best = std::max(best, scores[j] + b.score * (1 - static_cast<double>(shared) / b.n_residues) - cost);
      }
      scores.push_back(best);
    }
    return *std::ranges::max_element(scores);
  };
  std::mt19937_64 random(17);
  std::size_t n_joined = 0;
  for (int n = 0; n < 60; ++n) {
    std::vector<segment> segments;
    const std::size_t spread = n % 3 == 0 ? 2'000 : 40'000;
    std::int64_t begin = 1'000'000'000;
    while (segments.size() < 150) {
      begin += 1 + static_cast<std::int64_t>(random() % (spread / 150));  // apart, so that their order is known
      segments.push_back({0, static_cast<std::uint32_t>(random() % 400), static_cast<std::uint32_t>(8 + random() % 40),
                          begin, static_cast<spliced::score>(22 + random() % 60)});
    }
    for (const double way : {0.0, 6.0, 14.0}) {
      const auto chains = chain_segments(segments, {100'000, 0, way});
      n_joined += chains[0].n_segments - 1;
      REQUIRE_THAT(chains[0].score, Catch::Matchers::WithinAbs(best_score(segments, way), 1e-6));
    }
  }
  CHECK(n_joined > 200);
}
