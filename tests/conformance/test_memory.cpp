// The answer does not depend on the memory that rows may take, nor on the size of blocks, and little is enough.
#include "base/memory/memory_budget.hpp"
#include "catch.hpp"
#include "engines_and_graphs.hpp"
#include "random_cases.hpp"
#include "seeds.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave::testing {
namespace {

// In the least memory, and that is the least: with a byte less the pass is refused, and says what it needs.
spliced::alignment solve_in_least(const spliced::problem& p, const spliced::row_schedule& schedule,
                                  const spliced::engine& engine) {
  spliced::alignment_job job{p, &schedule, 0};
  const std::uint64_t least = engine.min_memory(job);
  job.memory = least - 1;
  try {
    (void)engine.align(job);
    FAIL("less than the least was enough");
  } catch (const memory_exceeded& error) {
    REQUIRE(error.limit == least - 1);
    REQUIRE(error.needed <= least);
  }
  job.memory = least;
  return spliced::trace_back(*engine.align(job));
}

void check_all_plans(const small_case& example) {
  const auto graph = example.graph({});
  const auto p = example.problem(graph);
  const aligned in_plenty(p);
  if (!spliced::is_reachable(in_plenty->end().total)) return;
  const auto expected = spliced::trace_back(*in_plenty);
  for_each_engine([&](const spliced::engine& engine, const std::string& name) {
    if (!engine.refusal(p).empty()) return;
    for (const std::uint32_t block_rows : {1u, 2u, 5u, 1000u})
      for (const bool in_steps : {false, true}) {
        INFO(name << ", " << block_rows << " rows in a block, in steps " << in_steps);
        const auto schedule = spliced::make_schedule(p.graph, p.residue_ends, {in_steps, block_rows});
        REQUIRE(solve_in_least(p, schedule, engine) == expected);
      }
  });
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

TEST_CASE("memory for rows grows with the exons that overlap, not with their number") {
  small_case example = random_nucleotide_case(7);
  constexpr std::int64_t n_exons = 2000;
  const auto unit = spliced::encode_dna("ACGGTTACGA");
  example.material = {};
  for (std::int64_t k = 0; k < n_exons; ++k) {
    example.material.exons.push_back({{10 * k, 10 * k + 4}});
    example.material.region.residues.insert(example.material.region.residues.end(), unit.begin(), unit.end());
  }
  example.target = spliced::encode_dna("ACGGACGGACGGACGGACGG");
  const auto graph = example.graph({});
  const auto p = example.problem(graph);
  const auto schedule = spliced::make_schedule(p.graph, p.residue_ends, {true, 16});
  const auto simd = spliced::cpu_engines().make("simd");
  REQUIRE(p.graph.size() > 4000);
  // Whatever the width: a few numbers for each row.
  const std::uint64_t of_numbers = (3 * std::uint64_t{schedule.n_rows} + 2 * p.graph.size()) * sizeof(spliced::score);
  REQUIRE(simd->min_memory({p, &schedule}) - of_numbers < 400 * p.layout().width() * sizeof(spliced::score));
  REQUIRE(solve_in_least(p, schedule, *simd) == spliced::trace_back(*aligned(p)));
}

}  // namespace exonweave::testing
