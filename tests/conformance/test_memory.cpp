// The answer does not depend on the memory that rows may take, and little is enough.
#include <optional>

#include "catch.hpp"
#include "engines_and_graphs.hpp"
#include "random_cases.hpp"
#include "seeds.hpp"
#include "spliced/engine/forward_pass.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave::testing {
namespace {

spliced::alignment solve(const small_case& of, const spliced::row_graph& graph, const spliced::engine& engine,
                         std::uint64_t memory) {
  engine_pass pass(of.problem(graph), engine, memory);
  return spliced::trace_back(pass.rows);
}

// Nothing when that memory is refused; what the refusal asks for is then shown to be enough.
std::optional<spliced::alignment> solve_within(const small_case& of, const spliced::row_graph& graph,
                                               const spliced::engine& engine, std::uint64_t memory) {
  try {
    return solve(of, graph, engine, memory);
  } catch (const spliced::memory_exceeded& error) {
    REQUIRE(error.limit == memory);
    REQUIRE(error.needed > memory);
    solve(of, graph, engine, error.needed);
    return std::nullopt;
  }
}

void check_all_plans(const small_case& of) {
  const auto engine = spliced::make_engine("scalar");
  const auto graph = of.graph({});
  const auto p = of.problem(graph);
  if (!spliced::is_reachable(spliced::forward_pass(p, *engine, ample).end().total)) return;
  const auto expected = solve(of, graph, *engine, ample);
  const std::uint64_t row_bytes = p.layout().width() * sizeof(spliced::score);
  for (std::uint64_t n_rows = 1; n_rows <= p.graph.size() + 1; ++n_rows) {
    INFO(n_rows << " rows");
    const auto found = solve_within(of, graph, *engine, n_rows * row_bytes);
    if (found) {
      REQUIRE(*found == expected);
    } else {
      REQUIRE(n_rows < p.graph.size());  // with room for all rows nothing is refused
    }
  }
}

}  // namespace

TEST_CASE("the answer does not depend on the memory that rows may take") {
  for_each_seed(5001, 100, [](std::uint64_t seed) {
    check_all_plans(random_nucleotide_case(seed));
    check_all_plans(random_nucleotide_block_case(seed, material::both));
    check_all_plans(random_protein_case(seed, material::exons, true));
    check_all_plans(random_protein_case(seed, material::both, true));
  });
}

TEST_CASE("memory grows with the exons that overlap, not with their number") {
  small_case of = random_nucleotide_case(7);
  constexpr std::int64_t n_exons = 2000;
  const auto unit = spliced::encode_dna("ACGGTTACGA");
  of.material = {};
  for (std::int64_t k = 0; k < n_exons; ++k) {
    of.material.exons.push_back({{10 * k, 10 * k + 4}});
    of.material.region.residues.insert(of.material.region.residues.end(), unit.begin(), unit.end());
  }
  of.target = spliced::encode_dna("ACGGACGGACGGACGGACGG");
  const auto graph = of.graph({});
  const auto engine = spliced::make_engine("scalar");
  const std::uint64_t rows = 200;  // of the graph's 8,000
  REQUIRE(graph.view().size() > 20 * rows);
  REQUIRE(solve(of, graph, *engine, rows * of.problem(graph).layout().width() * sizeof(spliced::score)) ==
          solve(of, graph, *engine, ample));
}

}  // namespace exonweave::testing
