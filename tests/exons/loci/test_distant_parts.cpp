// Parts of one gene that lie too far apart for a chain of segments are joined where both are sure and follow one
// another.
#include <algorithm>
#include <cmath>
#include <random>

#include "catch.hpp"
#include "exons/loci/distant_parts.hpp"

using namespace exonweave;

namespace {

constexpr far_distances apart{200'000, 500'000};
constexpr double way = 14;
constexpr std::int64_t flank = 1'000;
constexpr std::size_t n_residues = 200;

found_locus part(interval core, interval on_target, double score = 100) {
  found_locus made;
  made.where.region = {core.start - flank, core.end + flank};
  made.where.is_single = true;
  made.span = core;
  made.best = {core, on_target, 2, 40, 30, score};
  return made;
}

std::vector<found_locus> joined(std::vector<found_locus> parts) {
  const std::vector<target> targets(2, {"t", std::string(n_residues, 'A')});
  join_distant_parts(parts, targets, {apart, way});
  return parts;
}

bool are_one(const found_locus& a, const found_locus& b) { return joined({a, b}).size() == 1; }

// As segment_chains.hpp has it.
double score_with_way(double a, double b, double next_to, double between) {
  return a + b - way - (std::log(1 + next_to) + std::log(1 + between)) / 0.3176;
}

const found_locus left = part({10'000, 12'000}, {0, 50});
const found_locus right = part({312'000, 314'000}, {60, 150}, 120);

}  // namespace

TEST_CASE("two parts that follow one another in the target are one locus with one chain") {
  const auto found = joined({right, left});
  REQUIRE(found.size() == 1);
  CHECK(found[0].where.region == interval{10'000 - flank, 314'000 + flank});
  CHECK_FALSE(found[0].where.is_single);  // what is left beside a gene in it may be another gene
  CHECK(found[0].span == interval{10'000, 314'000});
  CHECK(found[0].best.core == interval{10'000, 314'000});
  CHECK(found[0].best.on_target == interval{0, 150});
  CHECK(found[0].best.n_segments == 4);
  CHECK(found[0].best.n_aligned == 80);
  CHECK(found[0].best.n_identical == 60);
  CHECK(std::abs(found[0].best.score - score_with_way(100, 120, 300'000 - 30, 10)) < 1e-9);
}

TEST_CASE("on the reverse strand the target goes on to the left") {
  found_locus first = right, second = left;
  std::swap(first.best.on_target, second.best.on_target);
  first.where.on = second.where.on = strand::reverse;
  CHECK(are_one(first, second));
  CHECK(goes_on(second, first, apart));
  first.where.on = second.where.on = strand::forward;
  CHECK_FALSE(are_one(first, second));
  CHECK_FALSE(goes_on(second, first, apart));
}

TEST_CASE("parts of other targets, strands and sequences, and those nearer or farther, stay apart") {
  CHECK(are_one(left, right));
  found_locus other = right;
  other.where.target = 1;
  CHECK_FALSE(are_one(left, other));
  other = right;
  other.where.sequence = 1;
  CHECK_FALSE(are_one(left, other));
  other = right;
  other.where.on = strand::reverse;
  CHECK_FALSE(are_one(left, other));
  const auto at_distance = [](std::int64_t nt) {
    return part({12'000 + nt, 14'000 + nt}, right.best.on_target, right.best.score);
  };
  CHECK_FALSE(are_one(left, at_distance(200'000)));
  CHECK(are_one(left, at_distance(200'001)));
  CHECK(are_one(left, at_distance(500'000)));
  CHECK_FALSE(are_one(left, at_distance(500'001)));
}

TEST_CASE("parts that share more than a quarter of the residues of either are copies") {
  CHECK_FALSE(are_one(left, part(right.best.core, {0, 50})));
  CHECK_FALSE(are_one(left, part(right.best.core, {37, 150})));
  CHECK(are_one(left, part(right.best.core, {38, 150})));
  CHECK_FALSE(are_one(part(left.best.core, {0, 140}), part(right.best.core, {130, 155}, 200)));
  const auto found = joined({left, part(right.best.core, {40, 140}, 120)});
  REQUIRE(found.size() == 1);
  CHECK(std::abs(found[0].best.score - score_with_way(100, 120 * 0.9, 300'000 + 30, 10)) < 1e-9);
  CHECK(found[0].best.n_aligned == 40 + 36);
}

TEST_CASE("a part that scores less than the way to it stays apart, whichever of the two it is") {
  const double cost = 220 - score_with_way(100, 120, 300'000 - 30, 10);
  CHECK(are_one(left, part(right.best.core, right.best.on_target, cost + 0.1)));
  CHECK_FALSE(are_one(left, part(right.best.core, right.best.on_target, cost - 0.1)));
  CHECK(are_one(part(left.best.core, left.best.on_target, cost + 0.1), right));
  CHECK_FALSE(are_one(part(left.best.core, left.best.on_target, cost - 0.1), right));
}

TEST_CASE("parts stay apart that leave out too much between them, or are too little of the target together") {
  CHECK(are_one(part(left.best.core, {0, 20}), part(right.best.core, {120, 150})));
  CHECK_FALSE(are_one(part(left.best.core, {0, 20}), part(right.best.core, {121, 150})));
  CHECK(are_one(part(left.best.core, {10, 60}), right));
  CHECK_FALSE(are_one(part(left.best.core, {11, 60}), right));
}

TEST_CASE("three parts are one locus, and none where another begins between them") {
  const found_locus last = part({700'000, 701'000}, {155, 200});
  const auto found = joined({last, right, left});
  REQUIRE(found.size() == 1);
  CHECK(found[0].best.core == interval{10'000, 701'000});
  CHECK(found[0].best.n_segments == 6);
  CHECK(joined({left, part({20'000, 21'000}, {0, 50}, 90), right}).size() == 2);  // the nearer one goes on
  CHECK(joined({left, part({100'000, 101'000}, {0, 50}, 90), right}).size() == 2);
  CHECK(joined({left, part({200'000, 201'000}, {0, 50}, 90), right}).size() == 3);
}

TEST_CASE("of parts that overlap on the strand the best one goes on, and the others stay by themselves") {
  const found_locus within = part({11'000, 11'500}, {0, 40}, 60), before = part({311'000, 312'001}, {0, 90}, 110);
  const auto found = joined({within, left, before, right});
  REQUIRE(found.size() == 3);
  CHECK(std::ranges::count_if(found, [](const found_locus& each) { return !each.where.is_single; }) == 1);
  const auto whole = std::ranges::find(found, 4u, [](const found_locus& each) { return each.best.n_segments; });
  REQUIRE(whole != found.end());
  CHECK(whole->best.core == interval{10'000, 314'000});
  CHECK(whole->best.on_target == interval{0, 150});
}

TEST_CASE("loci are joined whatever their order, and none is lost") {
  std::mt19937_64 random(3);
  const auto number = [&](std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most - least + 1));
  };
  std::uint32_t n_joined = 0;
  for (int repeat = 0; repeat < 1000; ++repeat) {
    std::vector<found_locus> parts;
    while (parts.size() < 4) {
      const std::int64_t begin = number(flank, 1'000'000), residue = number(0, 120);
      parts.push_back(part({begin, begin + number(100, 60'000)}, {residue, residue + number(50, 80)},
                           static_cast<double>(number(60, 150))));
    }
    const auto found = joined(parts);
    std::uint32_t n_segments = 0;
    for (const found_locus& each : found) {
      n_segments += each.best.n_segments;
      n_joined += each.where.is_single ? 0 : 1;
    }
    CHECK(n_segments == 8);
    std::ranges::shuffle(parts, random);
    CHECK(std::ranges::equal(joined(parts), found, [](const found_locus& a, const found_locus& b) {
      return a.where == b.where && a.best.score == b.best.score && a.best.on_target == b.best.on_target;
    }));
  }
  CHECK(n_joined > 10);
}
