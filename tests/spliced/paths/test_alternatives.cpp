// How much worse every explanation without an exon is, and the best other chain, on graphs small enough to list their
// chains.
#include "catch.hpp"
#include "spliced/aligned.hpp"
#include "spliced/engine/simd/simd.hpp"
#include "spliced/kept_pass.hpp"
#include "spliced/paths/alternatives.hpp"
#include "spliced/paths/traceback.hpp"
#include "spliced/small_problem.hpp"

using namespace exonweave::spliced;
using exonweave::testing::kept_both_ways;
using exonweave::testing::small_problem;

namespace {

constexpr node_id source = graph_view::source();

std::vector<path_exon> exons_of(const alignment& chain) {
  std::vector<path_exon> exons;
  for (const auto& exon : chain.exons) exons.push_back({exon.begin, exon.end});
  return exons;
}

struct answer {
  alignment best;
  alternative_study alternatives;
};

answer solve(const small_problem& problem) {
  kept_both_ways both(problem.view());
  const alignment best = trace_back(both.forward);
  return {best, study_alternatives(both.forward, both.backward, exons_of(best))};
}

// The margins of the best chain's exons; nothing for an exon that every chain has.
std::vector<std::optional<score>> margins(const small_problem& problem) {
  const answer found = solve(problem);
  std::vector<std::optional<score>> margins;
  for (const auto& without : found.alternatives.best_without)
    margins.push_back(without ? std::optional(found.best.total - *without) : std::nullopt);
  return margins;
}

std::optional<score> second_best(const small_problem& problem) { return solve(problem).alternatives.second_best; }

using all = std::vector<std::optional<score>>;

}  // namespace

TEST_CASE("an exon without alternative has no margin") {
  small_problem problem("ACGT", "ACGT");
  problem.add_sink({{problem.add_exon(0, 4, {{source, 0}}), 0}});
  CHECK(margins(problem) == all{std::nullopt});
}

TEST_CASE("a margin is the distance to the best chain without the exon") {
  // AC [0, 2) or A [0, 1), then GT [2, 4); each may be the last, and GT the first.
  small_problem problem("ACGT", "ACGT");
  const auto begin = problem.graph.add_junction(0, std::vector<edge>{{source, 0}});
  const auto a = problem.graph.add_run(0, 1, 1, std::vector<edge>{{begin, 0}});
  const auto after_a = problem.graph.add_junction(1, std::vector<edge>{{a, 0}});
  const auto ac = problem.graph.add_run(1, 1, 2, std::vector<edge>{{a, 0}});
  const auto after_ac = problem.graph.add_junction(2, std::vector<edge>{{ac, 0}, {after_a, 0}});
  const auto gt = problem.graph.add_run(2, 2, 4, std::vector<edge>{{source, 0}, {after_ac, 0}});
  const auto after_gt = problem.graph.add_junction(4, std::vector<edge>{{gt, 0}, {after_ac, 0}});
  problem.add_sink({{after_gt, 0}});
  // Without AC: A and GT leave C out, 6 - 3. Without GT: AC leaves G and T out, 4 - 6.
  CHECK(margins(problem) == all{8 - 3, 8 + 2});
}

TEST_CASE("an exon that the alternative splits by an intron is not the exon") {
  // [0, 6) or [0, 2) and [4, 6) behind an intron: both ends are used, by different exons.
  small_problem problem("ACGGAC", "ACGGAC");
  const auto head = problem.graph.add_run(0, 2, 2, std::vector<edge>{{source, 0}});
  const auto donor = problem.graph.add_junction(2, std::vector<edge>{{head, 0}});
  const auto middle = problem.graph.add_run(2, 2, 4, std::vector<edge>{{head, 0}});
  const auto tail = problem.graph.add_run(4, 2, 6, std::vector<edge>{{middle, 0}, {donor, -1}});
  problem.add_sink({{problem.graph.add_junction(6, std::vector<edge>{{tail, 0}}), 0}});
  CHECK(margins(problem) == all{12 - (8 - 6 - 1)});
}

TEST_CASE("of equals each has a margin of 0") {
  small_problem problem("ACAC", "AC");
  const auto early = problem.add_exon(0, 2, {{source, 0}});
  const auto late = problem.add_exon(2, 4, {{source, 0}});
  problem.add_sink({{early, 0}, {late, 0}});
  CHECK(margins(problem) == all{0});
}

TEST_CASE("an exon that a chain may go without altogether has a margin of what it adds") {
  small_problem problem("ACGT", "ACGT");
  const auto left = problem.add_exon(0, 2, {{source, 0}});
  const auto right = problem.add_exon(2, 4, {{left, 0}});
  problem.add_sink({{left, 0}, {right, 0}});
  CHECK(margins(problem) == all{std::nullopt, 8 - (4 - 6)});
}

TEST_CASE("a codon that an intron splits belongs to both exons: without either it is not spelled") {
  // [0, 3) carries its last nt on, [10, 13) completes G; or [0, 2) alone.
  small_problem problem("ACGT", "ACGT");
  const auto ac = problem.graph.add_run(0, 2, 2, std::vector<edge>{{source, 0}});
  const auto short_end = problem.graph.add_junction(2, std::vector<edge>{{ac, 0}});
  const auto carried = problem.graph.add_junction(3, std::vector<edge>{{ac, 0, no_residue, 1}});
  const auto split = problem.graph.add_pass(12, std::vector<edge>{{carried, 0, dna_code('G'), 2}});
  const auto t = problem.graph.add_run(3, 1, 13, std::vector<edge>{{split, 0}});
  const auto last = problem.graph.add_junction(13, std::vector<edge>{{t, 0}});
  problem.add_sink({{short_end, 0}, {last, 0}});
  CHECK(margins(problem) == all{8 - (4 - 6), 8 - (4 - 6)});
}

TEST_CASE("the parts beside a frameshift have margins of their own") {
  // AC [0, 2) and GT [3, 5) beside a skipped nt, or AC alone.
  small_problem problem("ACTGT", "ACGT");
  const auto ac = problem.graph.add_run(0, 2, 2, std::vector<edge>{{source, 0}});
  const auto short_end = problem.graph.add_junction(2, std::vector<edge>{{ac, 0}});
  const auto gt = problem.graph.add_run(3, 2, 5, std::vector<edge>{{ac, -2, no_residue, 1}});
  problem.add_sink({{problem.graph.add_junction(5, std::vector<edge>{{gt, 0}, {short_end, 0}}), 0}});
  const auto found = margins(problem);
  REQUIRE(found.size() == 2);
  CHECK(found[1] == 6 - (4 - 6));
}

namespace {

// AC or GG at places 10 nt apart, each behind any of those before it.
small_problem many_exons(int n_exons) {
  small_problem problem("ACGGAC", "ACGGAC");
  auto chained = problem.graph.add_junction(0, std::vector<edge>{{source, 0}});
  for (int n = 0; n < n_exons; ++n) {
    const auto position = static_cast<std::int64_t>(10 * n);
    const auto run = problem.graph.add_run(static_cast<std::uint64_t>(n % 5), 2, position + 2,
                                           std::vector<edge>{{source, 0}, {chained, -2}});
    chained = problem.graph.add_junction(position + 2, std::vector<edge>{{run, 0}, {chained, 0}});
  }
  problem.add_sink({{chained, 0}});
  return problem;
}

}  // namespace

TEST_CASE("margins and the runner-up do not depend on the memory for rows") {
  const small_problem small = many_exons(60);
  const alternative_study expected = solve(small).alternatives;
  const reversal reversed(small.view());
  const simd_engine simd;
  for (const std::uint32_t block_rows : {4u, 16u, 256u}) {
    const auto in_little = [&](const problem& p, const row_schedule& schedule) {
      alignment_job job{.input = p, .schedule = &schedule, .is_exact = true};
      job.memory = simd.min_memory(job);
      return simd.align(job);
    };
    const row_schedule schedule = make_schedule(small.view().graph, {}, {true, block_rows});
    const row_schedule backwards = make_schedule(reversed.view().graph, {}, {true, block_rows});
    const auto forward = in_little(small.view(), schedule), backward = in_little(reversed.view(), backwards);
    const alternative_study found = study_alternatives(*forward, *backward, exons_of(trace_back(*forward)));
    CHECK(found.best_without == expected.best_without);
    CHECK(found.second_best == expected.second_best);
  }
}

TEST_CASE("a chain alone has no runner-up") {
  small_problem problem("ACGT", "ACGT");
  problem.add_sink({{problem.add_exon(0, 4, {{source, 0}}), 0}});
  CHECK(second_best(problem) == std::nullopt);
}

TEST_CASE("the runner-up may have all exons of the best chain and one before, within or behind it") {
  // A [0, 1), C [1, 2) and G [2, 3) spell ACG; one of them is not needed but may be there.
  const auto with_unneeded = [](std::size_t unneeded) {
    small_problem problem("ACG", "ACG");
    problem.target.erase(problem.target.begin() + static_cast<std::ptrdiff_t>(unneeded));
    node_id after = source;
    for (std::uint64_t n = 0; n < 3; ++n) {
      const auto run = problem.graph.add_run(n, 1, static_cast<std::int64_t>(n + 1), std::vector<edge>{{after, 0}});
      std::vector<edge> inputs{{run, 0}};
      if (n == unneeded) inputs.push_back({after, 0});
      after = problem.graph.add_junction(static_cast<std::int64_t>(n + 1), inputs);
    }
    problem.add_sink({{after, 0}});
    return problem;
  };
  for (const std::size_t unneeded : {0u, 1u, 2u}) {
    CAPTURE(unneeded);
    const answer found = solve(with_unneeded(unneeded));
    CHECK(found.best.exons.size() == 2);
    CHECK(found.alternatives.best_without == all{std::nullopt, std::nullopt});
    CHECK(found.alternatives.second_best == 4 - 3);
  }
}

TEST_CASE("a gap across the only border of the runner-up is paid for once") {
  // A and T spell AT; with C and G between them, in exons of their own, one gap of two residues.
  small_problem problem("ACGT", "AT");
  problem.gaps = {4, 1};
  const auto a = problem.add_exon(0, 1, {{source, 0}});
  const auto c = problem.graph.add_run(1, 1, 2, std::vector<edge>{{a, 0}});
  const auto between = problem.graph.add_junction(2, std::vector<edge>{{c, 0}});
  const auto g = problem.graph.add_run(2, 1, 3, std::vector<edge>{{between, 0}});
  const auto after = problem.graph.add_junction(3, std::vector<edge>{{g, 0}, {a, 0}});
  problem.add_sink({{problem.add_exon(3, 4, {{after, 0}}), 0}});
  CHECK(second_best(problem) == 4 - 4 - 2);
}

TEST_CASE("of equals the runner-up is as good as the best") {
  small_problem problem("ACAC", "AC");
  problem.add_sink({{problem.add_exon(0, 2, {{source, 0}}), 0}, {problem.add_exon(2, 4, {{source, 0}}), 0}});
  CHECK(second_best(problem) == 4);
}

TEST_CASE("few rows are read, in descending order, once for margins and once for other chains") {
  const small_problem problem = many_exons(300);
  kept_both_ways both(problem.view());
  const auto exons = exons_of(trace_back(both.forward));
  both.forward.rows.clear();
  both.backward.rows.clear();
  const alternative_study found = study_alternatives(both.forward, both.backward, exons);
  REQUIRE(found.second_best);
  CHECK(both.forward.rows.size() < 100);
  CHECK(both.forward.rows.size() == both.backward.rows.size());
  std::size_t n_ascents = 0;
  for (std::size_t n = 1; n < both.backward.rows.size(); ++n)
    n_ascents += both.backward.rows[n] < both.backward.rows[n - 1] ? 1 : 0;  // backwards, ascending is descending
  CHECK(n_ascents <= 1);
}
