// How a row graph is read as exons that follow one another, and which of them are computed side by side.
#include "catch.hpp"
#include "gpu/reference/literal_engine.hpp"
#include "spliced/small_problem.hpp"

namespace exonweave::testing {
namespace {

// Two exons that overlap, and one that may follow either.
small_problem three_exons() {
  small_problem problem("ACGTACGTAC", "ACGT");
  const auto first = problem.add_exon(0, 3, {{0, 1}});
  const auto second = problem.add_exon(1, 4, {{0, 2}});
  const auto third = problem.add_exon(6, 8, {{0, 0}, {first, -3}, {second, -4}});
  problem.add_sink({{first, 0}, {second, 0}, {third, 5}});
  return problem;
}

}  // namespace

TEST_CASE("tasks are the source, the exons and the sink, and junctions are folded into edges") {
  const small_problem problem = three_exons();
  const auto plan = gpu::make_literal_plan(problem.graph.view());
  REQUIRE(plan.tasks.size() == 5);
  CHECK(plan.max_residues == 3);
  const auto& third = plan.tasks[3];
  CHECK(third.n_residues == 2);
  CHECK(third.first_residue == 6);
  REQUIRE(third.last_input - third.first_input == 3);
  CHECK(plan.inputs[third.first_input].task == 0);
  CHECK(plan.inputs[third.first_input + 1].task == 1);
  CHECK(plan.inputs[third.first_input + 1].weight == -3);
  CHECK(plan.inputs[third.first_input + 2].weight == -4);
  REQUIRE(plan.row_of.size() == problem.graph.view().size());
  CHECK(plan.row_of.back().task == 4);
}

TEST_CASE("a group ends before the first exon that may follow one of it") {
  const auto plan = gpu::make_literal_plan(three_exons().graph.view());
  CHECK(gpu::end_of_group(plan, 1) == 3);
  CHECK(gpu::end_of_group(plan, 3) == 4);
  CHECK(gpu::end_of_group(plan, 4) == 5);
}

}  // namespace exonweave::testing
