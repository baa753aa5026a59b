// Where copies in tandem are cut apart, on graphs small enough to list their paths.
#include "catch.hpp"
#include "spliced/kept_pass.hpp"
#include "spliced/paths/path_cut.hpp"
#include "spliced/small_problem.hpp"

using namespace exonweave::spliced;
using exonweave::testing::kept_both_ways;
using exonweave::testing::small_problem;

namespace {

constexpr node_id source = graph_view::source();

std::optional<path_cut> cut_of(const small_problem& problem, score least) {
  kept_both_ways both(problem.view());
  return find_path_cut(both.forward, both.backward, least);
}

// AC [0, 2) for 2, AC [2, 4) and AC [4, 6) for 4, and ACACAC [2, 8) for `longest`: each is a path.
small_problem copies(score longest) {
  small_problem problem("ACACACAC", "AC");
  problem.free_target_ends = true;
  const auto first = problem.add_exon(0, 2, {{source, -2}});
  const auto second = problem.add_exon(2, 4, {{source, 0}});
  const auto third = problem.add_exon(4, 6, {{source, 0}});
  const auto longer = problem.add_exon(2, 8, {{source, longest + 4 * 3 - 4}});
  problem.add_sink({{first, 0}, {second, 0}, {third, 0}, {longer, 0}});
  return problem;
}

}  // namespace

TEST_CASE("a cut is where the best paths on both sides have the largest sum") {
  CHECK(cut_of(copies(7), 1) == path_cut{2, 2, 7});
  CHECK(cut_of(copies(5), 1) == path_cut{4, 4, 4});
}

TEST_CASE("of cuts with equal sums the first is chosen") { CHECK(cut_of(copies(6), 1) == path_cut{2, 2, 6}); }

TEST_CASE("a cut has at least what is asked for on both sides") {
  CHECK(cut_of(copies(7), 3) == path_cut{4, 4, 4});
  CHECK(cut_of(copies(7), 4) == path_cut{4, 4, 4});
  CHECK(cut_of(copies(7), 5) == std::nullopt);
}
