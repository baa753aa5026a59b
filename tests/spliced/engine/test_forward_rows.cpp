// A forward pass behind the door of row_pass, against all rows kept.
#include "catch.hpp"
#include "spliced/engine/forward_rows.hpp"
#include "spliced/kept_pass.hpp"
#include "spliced/random_problem.hpp"

using namespace exonweave::spliced;
using exonweave::testing::kept_pass;
using exonweave::testing::random_problem;

namespace {

void check_row(row_pass& found, row_pass& expected, node_row at) {
  CAPTURE(at.node, at.row);
  const auto row = expected.row(at);
  REQUIRE(std::ranges::equal(found.row(at), row));
  REQUIRE(found.lead(at) == expected.lead(at));
  REQUIRE(found.trail(at) == expected.trail(at));
  for (std::size_t j = 0; j < found.of().n_columns(); ++j) {
    REQUIRE(found.cell(at, j).S == expected.cell(at, j).S);
    REQUIRE(found.cell(at, j).F == expected.cell(at, j).F);
  }
}

}  // namespace

TEST_CASE("every row of a forward pass can be asked for, whatever the memory") {
  const std::uint64_t seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const auto scalar = make_engine("scalar");
  for (int n = 0; n < 100; ++n) {
    CAPTURE(n);
    const auto of = random_problem(random, 3 + random() % 30);
    const problem p = of.view();
    kept_pass expected(p);
    const row_plan plan(p);
    forward_pass pass(p, *scalar, plan.least_memory() + random() % 2 * plan.row_bytes() * p.graph.size());
    forward_rows found(pass, 0);
    CHECK(found.end().total == expected.end().total);
    CHECK(found.end().column == expected.end().column);
    for (node_id v = p.graph.sink() + 1; v-- > 0;) {
      for (std::uint32_t row = p.graph.nodes[v].n_residues + 1; row-- > 0;)
        check_row(found, expected, {v, row});
      REQUIRE(found.bound(v) == expected.bound(v));
    }
  }
}
