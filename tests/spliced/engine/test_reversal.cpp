// A problem read from its end: the same paths, the same scores, and what lies behind any edge.
#include "catch.hpp"
#include "seed.hpp"
#include "spliced/aligned.hpp"
#include "spliced/engine/recurrence.hpp"
#include "spliced/engine/reversal.hpp"
#include "spliced/random_problem.hpp"

using namespace exonweave::spliced;
using exonweave::testing::all_paths;
using exonweave::testing::gap_weights;
using exonweave::testing::random_problem;
using exonweave::testing::small_problem;
using exonweave::testing::weights_of;

namespace {

struct both_ways {
  explicit both_ways(const problem& p) : reversed(p), forward(p), backward(reversed.view()) {}

  // The best path over one edge that leads to `v`.
  score best_over(node_id v, const edge& over) {
    const auto last = forward->row(forward->last_row(over.source));
    std::vector<score> before(last.begin(), last.end());
    if (over.residue != no_residue) {
      const problem& p = forward->input();
      const target_profile profile(*p.substitution, p.target);
      clear_row(before);
      let_in_residue(p, {last, profile.of(over.residue), 0, over.in_gap}, before);
      close_row(p, before);
    }
    const score joined = join(forward->input(), before, backward->row(backward->last_row(reversed.mirror(v))));
    return is_reachable(joined) ? joined + over.weight : unreachable;
  }

  reversal reversed;
  exonweave::testing::aligned forward;
  exonweave::testing::aligned backward;
};

std::vector<residue_code> codes(std::span<const residue_code> residues) { return {residues.begin(), residues.end()}; }

}  // namespace

TEST_CASE("runs, edges, target and node order are turned round") {
  small_problem problem("ACGT", "AC");
  const auto run = problem.graph.add_run(0, 3, 3, std::vector<edge>{{0, 7}});
  const auto pass = problem.graph.add_pass(5, std::vector<edge>{{run, -1, dna_code('T'), 2}});
  const auto sink = problem.graph.add_junction(6, std::vector<edge>{{pass, 0}, {0, 4}});
  const reversal reversed(problem.view());
  const auto graph = reversed.view().graph;
  CHECK(reversed.mirror(sink) == graph_view::source());
  CHECK(reversed.mirror(0) == graph.sink());
  CHECK(codes(graph.residues_of(reversed.mirror(run))) == encode_dna("GCA"));
  CHECK(codes(reversed.view().target) == encode_dna("CA"));
  REQUIRE(graph.inputs(reversed.mirror(run)).size() == 1);
  const edge& split = graph.inputs(reversed.mirror(run))[0];
  CHECK(split.source == reversed.mirror(pass));
  CHECK(split.weight == -1);
  CHECK(split.residue == dna_code('T'));
  CHECK(split.n_nt == 2);
  CHECK(graph.nodes[reversed.mirror(run)].is_closed);
  CHECK_FALSE(graph.nodes[reversed.mirror(pass)].is_closed);
  CHECK(graph.inputs(graph.sink()).size() == 2);
  CHECK(graph.inputs(graph_view::source()).empty());
}

TEST_CASE("the reversal of a reversal is the problem, edge by edge but for the order of edges") {
  const std::uint64_t seed = exonweave::testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const auto problem = random_problem(random, 40, gap_weights::random);
  const reversal once(problem.view());
  const reversal twice(once.view());
  const auto before = problem.graph.view(), after = twice.view().graph;
  REQUIRE(after.size() == before.size());
  const auto sorted = [](std::span<const edge> inputs) {
    std::vector<std::tuple<node_id, score, residue_code, int, int>> all;
    for (const edge& each : inputs) all.emplace_back(each.source, each.weight, each.residue, each.n_nt, each.in_gap);
    std::sort(all.begin(), all.end());
    return all;
  };
  for (node_id v = 0; v < before.size(); ++v) {
    CHECK(codes(after.residues_of(v)) == codes(before.residues_of(v)));
    for (std::uint32_t i = 1; i <= before.nodes[v].n_residues; ++i)
      CHECK(after.weight_of_row(v, i) == before.weight_of_row(v, i));
    CHECK(after.nodes[v].kind == before.nodes[v].kind);
    const bool takes_residues =
        std::ranges::any_of(before.inputs(v), [](const edge& input) { return input.residue != no_residue; });
    CHECK(after.nodes[v].is_closed == takes_residues);
    CHECK_FALSE(after.nodes[v].is_open);
    CHECK(sorted(after.inputs(v)) == sorted(before.inputs(v)));
  }
}

TEST_CASE("a problem is worth the same from either end") {
  const std::uint64_t seed = exonweave::testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 300; ++n) {
    const auto problem = random_problem(random, 3 + random() % 40, weights_of(n));
    both_ways both(problem.view());
    CAPTURE(n);
    if (is_reachable(both.forward->end().total))
      REQUIRE(both.backward->end().total == both.forward->end().total);
    else
      REQUIRE_FALSE(is_reachable(both.backward->end().total));
  }
}

TEST_CASE("rows before and behind an edge join to the best path over it") {
  const std::uint64_t seed = exonweave::testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 200; ++n) {
    const auto problem = random_problem(random, 3 + random() % 8, weights_of(n));
    const auto graph = problem.graph.view();
    std::vector<score> best(graph.edges.size(), unreachable);
    for (const auto& path : all_paths(problem.view()))
      for (const std::size_t e : path.edges) best[e] = std::max(best[e], path.total);
    both_ways both(problem.view());
    for (node_id v = 0; v < graph.size(); ++v)
      for (std::size_t e = 0; e < graph.inputs(v).size(); ++e) {
        CAPTURE(n, v, e);
        REQUIRE(both.best_over(v, graph.inputs(v)[e]) == best[graph.nodes[v].first_input + e]);
      }
  }
}

TEST_CASE("a gap and an unaligned end that an edge cuts in two are paid for once") {
  small_problem problem("ACGT", "AT");
  problem.gaps = {4, 1};
  const auto left = problem.add_exon(0, 2, {{0, 0}});
  const auto right = problem.add_exon(2, 4, {{left, 0}});
  problem.add_sink({{right, 0}});
  both_ways both(problem.view());
  CHECK(both.best_over(left + 1, {left, 0}) == 2 + 2 - 4 - 2);
  problem.target = encode_dna("A");
  problem.residue_ends = gap_costs{2, 1};
  both_ways with_ends(problem.view());
  CHECK(with_ends.best_over(left + 1, {left, 0}) == 2 - 2 - 3);
}

TEST_CASE("an edge that no path crosses joins to nothing") {
  small_problem problem("ACGT", "AC");
  const auto never = problem.graph.add_junction(0, {});
  const auto run = problem.graph.add_run(0, 2, 2, std::vector<edge>{{never, 1000}, {0, 0}});
  problem.add_sink({{run, 0}});
  both_ways both(problem.view());
  CHECK_FALSE(is_reachable(both.best_over(run, {never, 1000})));
  CHECK(both.best_over(run, {0, 0}) == 4);
}
