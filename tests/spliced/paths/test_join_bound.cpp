// What an edge is bounded by, against the joins themselves.
#include "catch.hpp"
#include "seed.hpp"
#include "spliced/kept_pass.hpp"
#include "spliced/paths/alternatives.hpp"
#include "spliced/paths/edge_join.hpp"
#include "spliced/random_problem.hpp"

using namespace exonweave::spliced;
using exonweave::testing::kept_both_ways;
using exonweave::testing::random_problem;
using exonweave::testing::small_problem;
using exonweave::testing::weights_of;

namespace {

score join_over(kept_both_ways& both, const edge& across, node_id v) {
  const node_id after = both.reversed.mirror(v);
  edge_join joins(both.forward);
  return with_weight(joins.before_weight(across, both.backward.row(both.backward.last_row(after))), across.weight);
}

}  // namespace

TEST_CASE("no path over an edge is worth more than its bound") {
  const std::uint64_t seed = exonweave::testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  std::size_t n_attained = 0;
  for (int n = 0; n < 1000; ++n) {
    const auto problem = random_problem(random, 3 + random() % 12, weights_of(n));
    kept_both_ways both(problem.view());
    join_bound bounds(both.forward, both.backward);
    const auto graph = problem.graph.view();
    for (node_id v = 0; v < graph.size(); ++v)
      for (const edge& input : graph.inputs(v)) {
        CAPTURE(n, v, input.source);
        const score value = join_over(both, input, v);
        if (!is_reachable(value)) continue;
        REQUIRE(bounds.over(input, v) >= value);
        n_attained += bounds.over(input, v) == value ? 1 : 0;
      }
  }
  CHECK(n_attained > 0);
}

TEST_CASE("an edge that no path crosses is bounded by nothing") {
  small_problem problem("ACGT", "AC");
  const auto never = problem.graph.add_junction(0, {});
  const auto run = problem.graph.add_run(0, 2, 2, std::vector<edge>{{never, 1000}, {0, 0}});
  problem.add_sink({{run, 0}});
  kept_both_ways both(problem.view());
  join_bound bounds(both.forward, both.backward);
  CHECK_FALSE(is_reachable(bounds.over({never, 1000}, run)));
  CHECK(bounds.over({0, 0}, run) >= 4);
}

TEST_CASE("a gap, an unaligned end and a pair on the edge itself do not exceed the bound") {
  // One gap cut in two by the edge: its opening is charged on both sides.
  small_problem problem("ACGT", "AT");
  problem.gaps = {4, 1};
  const auto left = problem.add_exon(0, 2, {{0, 0}});
  const auto right = problem.add_exon(2, 4, {{left, 0}});
  problem.add_sink({{right, 0}});
  kept_both_ways gap(problem.view());
  CHECK(join_bound(gap.forward, gap.backward).over({left, 0}, left + 1) >= 2 + 2 - 4 - 2);
  // All residues but the last unaligned: only L before the edge.
  problem.target = encode_dna("T");
  problem.residue_ends = gap_costs{2, 1};
  kept_both_ways ends(problem.view());
  CHECK(join_bound(ends.forward, ends.backward).over({left, 0}, left + 1) >= 2 - 2 - 3);
  // A codon on the edge.
  small_problem split("AT", "AGT");
  const auto a = split.add_exon(0, 1, {{0, 0}});
  const auto whole = split.graph.add_pass(2, std::vector<edge>{{a, 0, dna_code('G'), 1}});
  const auto t = split.graph.add_run(1, 1, 3, std::vector<edge>{{whole, 0}});
  split.add_sink({{t, 0}});
  kept_both_ways codon(split.view());
  CHECK(join_bound(codon.forward, codon.backward).over({a, 0, dna_code('G'), 1}, whole) >= 6);
}
