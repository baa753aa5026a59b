// How large scores can become, and where the best alignment ends.
#include <limits>
#include <random>
#include <stdexcept>

#include "catch.hpp"
#include "spliced/aligned.hpp"
#include "spliced/engine/engine.hpp"
#include "spliced/engine/simd/lane_values.hpp"
#include "spliced/random_problem.hpp"

using namespace exonweave::spliced;
using exonweave::testing::all_paths;
using exonweave::testing::random_problem;
using exonweave::testing::small_problem;
using exonweave::testing::weights_of;

namespace {

// One exon ACGT against ACG, entered over an edge of this weight: 7 * (4 + 3) + |weight| bounds its scores.
small_problem weighted(score weight) {
  small_problem made("ACGT", "ACG");
  made.add_sink({{made.add_exon(0, 4, {{0, weight}}), 0}});
  return made;
}

score best_score(const small_problem& problem) { return exonweave::testing::aligned(problem.view())->end().total; }

}  // namespace

TEST_CASE("the bound counts the dearest symbol for each row and column, and every weight of the edges") {
  CHECK(score_bound(weighted(0).view()) == 49);
  CHECK(score_bound(weighted(100).view()) == 149);
  CHECK(score_bound(weighted(-100).view()) == 149);
  auto dear_gap = weighted(0);
  dear_gap.gaps.extend = 10;
  CHECK(score_bound(dear_gap.view()) == 70);
  auto dear_match = weighted(0);
  dear_match.substitution = dna_matrix(match_mismatch(20, -7));
  CHECK(score_bound(dear_match.view()) == 140);
}

TEST_CASE("the bound follows the heaviest path, not the sum over all") {
  small_problem problem("ACGT", "A");
  const auto light = problem.add_exon(0, 1, {{0, 5}});
  const auto heavy = problem.add_exon(0, 2, {{0, -50}});
  problem.add_sink({{light, 0}, {heavy, 1}});
  CHECK(score_bound(problem.view()) == 7 * 2 + 50 + 1 + 7);
}

TEST_CASE("the bound counts what residues earn in gaps") {
  const std::vector<gap_weight> weights = {3, -5, 0, 2};
  small_problem problem("ACGT", "A");
  problem.graph = row_graph(encode_dna("ACGT"), 1, weights);
  const auto run = problem.graph.add_run(0, 2, 2, std::vector<edge>{{0, 0}});
  problem.graph.add_pass(3, std::vector<edge>{{run, 0, dna_code('G'), 1, -4}});
  CHECK(score_bound(problem.view()) == 7 * 3 + 3 + 5 + 4 + 7);
}

TEST_CASE("no path is worth more than the highest value, with gap weights or without") {
  std::mt19937_64 random(5);
  std::size_t n_attained = 0;
  for (int n = 0; n < 400; ++n) {
    const small_problem problem = random_problem(random, 3 + random() % 8, weights_of(n));
    const auto schedule = make_schedule(problem.view().graph, problem.residue_ends, {});
    const auto highest = highest_value(problem.view(), schedule.heaviest, schedule.min_in_gap);
    for (const auto& path : all_paths(problem.view())) {
      CAPTURE(n);
      REQUIRE(path.total <= highest);
      n_attained += path.total == highest ? 1 : 0;
    }
  }
  CHECK(n_attained > 0);
}

TEST_CASE("a problem is computed while its bound is below the limit, exactly, and refused from there on") {
  const score largest = score_limit - 1 - 49;
  REQUIRE(score_bound(weighted(largest).view()) == score_limit - 1);
  CHECK(best_score(weighted(largest)) == largest + 3);    // ACG matched, T unaligned
  CHECK(best_score(weighted(-largest)) == -largest + 3);  // still reachable
  for (const score weight : {largest + 1, largest + 2, -largest - 1, std::numeric_limits<score>::min()})
    CHECK_THROWS_AS(best_score(weighted(weight)), std::range_error);
}

TEST_CASE("the bound itself does not overflow") {
  small_problem problem("A", "A");
  auto last = graph_view::source();
  for (int n = 0; n < 10; ++n)
    last = problem.graph.add_junction(0, std::vector<edge>{{last, std::numeric_limits<score>::min()}});
  CHECK(score_bound(problem.view()) == 10 * (std::int64_t{1} << 31) + 7);
}

TEST_CASE("what no chain reaches is unreachable, whatever gaps and matches add to it") {
  small_problem problem("ACGT", "ACG");
  const auto never = problem.graph.add_junction(0, {});
  problem.add_sink({{problem.add_exon(0, 4, {{never, 1000}}), 0}});
  CHECK_FALSE(is_reachable(best_score(problem)));
  CHECK(is_reachable(best_score(weighted(0))));
}

TEST_CASE("a target that counts from end to end is read off the last column") {
  const small_problem problem("A", "CC");
  CHECK(find_best_end(problem.view(), std::vector<score>{9, 9, -4}).total == -4);
  CHECK(find_best_end(problem.view(), std::vector<score>{9, 9, -4}).column == 2);
}

TEST_CASE("with free target ends the best column counts, of equal ones the last") {
  small_problem problem("A", "CCCC");
  problem.free_target_ends = true;
  const auto end_of = [&](const std::vector<score>& row) {
    const best_end end = find_best_end(problem.view(), row);
    return std::pair(end.total, end.column);
  };
  CHECK(end_of({1, 5, 3, 2, 0}) == std::pair<score, std::size_t>(5, 1));
  CHECK(end_of({1, 5, 3, 5, 0}) == std::pair<score, std::size_t>(5, 3));
  CHECK(end_of({7, 7, 7, 7, 7}) == std::pair<score, std::size_t>(7, 4));
  CHECK(end_of({8, 7, 7, 7, 7}) == std::pair<score, std::size_t>(8, 0));
}

TEST_CASE("the empty chain leaves the target's beginning out at the cost of its symbols, or for nothing") {
  small_problem problem("A", "CC");
  CHECK(problem.view().before(2) == -6);
  problem.free_target_ends = true;
  CHECK(problem.view().before(2) == 0);
}
