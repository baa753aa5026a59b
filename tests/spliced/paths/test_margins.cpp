// How much worse every explanation without an exon is, on graphs small enough to list their chains.
#include "catch.hpp"
#include "spliced/graph/reversal.hpp"
#include "spliced/paths/margins.hpp"
#include "spliced/paths/traceback.hpp"
#include "spliced/small_problem.hpp"

using namespace exonweave::spliced;
using exonweave::testing::small_problem;

namespace {

constexpr std::uint64_t ample = std::uint64_t{1} << 40;
constexpr node_id source = graph_view::source();

// The margins of the best chain's exons; nothing for an exon that every chain has.
std::vector<std::optional<score>> margins(const small_problem& of) {
  const auto scalar = make_engine("scalar");
  forward_pass pass(of.view(), *scalar, ample);
  const alignment best = trace_back(pass, ample);
  std::vector<path_exon> exons;
  for (const auto& exon : best.exons) exons.push_back({exon.begin, exon.end});
  std::vector<std::optional<score>> found;
  for (const auto& without : best_without(pass, *scalar, exons, reversal(pass.of())).scores)
    found.push_back(without ? std::optional(best.total - *without) : std::nullopt);
  return found;
}

using all = std::vector<std::optional<score>>;

}  // namespace

TEST_CASE("an exon without alternative has no margin") {
  small_problem of("ACGT", "ACGT");
  of.add_sink({{of.add_exon(0, 4, {{source, 0}}), 0}});
  CHECK(margins(of) == all{std::nullopt});
}

TEST_CASE("a margin is the distance to the best chain without the exon") {
  // AC [0, 2) or A [0, 1), then GT [2, 4); each may be the last, and GT the first.
  small_problem of("ACGT", "ACGT");
  const auto begin = of.graph.add_junction(0, std::vector<edge>{{source, 0}});
  const auto a = of.graph.add_run(0, 1, 1, std::vector<edge>{{begin, 0}});
  const auto after_a = of.graph.add_junction(1, std::vector<edge>{{a, 0}});
  const auto ac = of.graph.add_run(1, 1, 2, std::vector<edge>{{a, 0}});
  const auto after_ac = of.graph.add_junction(2, std::vector<edge>{{ac, 0}, {after_a, 0}});
  const auto gt = of.graph.add_run(2, 2, 4, std::vector<edge>{{source, 0}, {after_ac, 0}});
  const auto after_gt = of.graph.add_junction(4, std::vector<edge>{{gt, 0}, {after_ac, 0}});
  of.add_sink({{after_gt, 0}});
  // Without AC: A and GT leave C out, 6 - 3. Without GT: AC leaves G and T out, 4 - 6.
  CHECK(margins(of) == all{8 - 3, 8 + 2});
}

TEST_CASE("an exon that the alternative splits by an intron is not the exon") {
  // [0, 6) or [0, 2) and [4, 6) behind an intron: both ends are used, by different exons.
  small_problem of("ACGGAC", "ACGGAC");
  const auto head = of.graph.add_run(0, 2, 2, std::vector<edge>{{source, 0}});
  const auto donor = of.graph.add_junction(2, std::vector<edge>{{head, 0}});
  const auto middle = of.graph.add_run(2, 2, 4, std::vector<edge>{{head, 0}});
  const auto tail = of.graph.add_run(4, 2, 6, std::vector<edge>{{middle, 0}, {donor, -1}});
  of.add_sink({{of.graph.add_junction(6, std::vector<edge>{{tail, 0}}), 0}});
  CHECK(margins(of) == all{12 - (8 - 6 - 1)});
}

TEST_CASE("of equals each has a margin of 0") {
  small_problem of("ACAC", "AC");
  const auto early = of.add_exon(0, 2, {{source, 0}});
  const auto late = of.add_exon(2, 4, {{source, 0}});
  of.add_sink({{early, 0}, {late, 0}});
  CHECK(margins(of) == all{0});
}

TEST_CASE("an exon that a chain may go without altogether has a margin of what it adds") {
  small_problem of("ACGT", "ACGT");
  const auto left = of.add_exon(0, 2, {{source, 0}});
  const auto right = of.add_exon(2, 4, {{left, 0}});
  of.add_sink({{left, 0}, {right, 0}});
  CHECK(margins(of) == all{std::nullopt, 8 - (4 - 6)});
}

TEST_CASE("a codon that an intron splits belongs to both exons: without either it is not spelled") {
  // [0, 3) carries its last nt on, [10, 13) completes G; or [0, 2) alone.
  small_problem of("ACGT", "ACGT");
  const auto ac = of.graph.add_run(0, 2, 2, std::vector<edge>{{source, 0}});
  const auto short_end = of.graph.add_junction(2, std::vector<edge>{{ac, 0}});
  const auto carried = of.graph.add_junction(3, std::vector<edge>{{ac, 0, no_residue, 1}});
  const auto split = of.graph.add_pass(12, std::vector<edge>{{carried, 0, dna_code('G'), 2}});
  const auto t = of.graph.add_run(3, 1, 13, std::vector<edge>{{split, 0}});
  const auto last = of.graph.add_junction(13, std::vector<edge>{{t, 0}});
  of.add_sink({{short_end, 0}, {last, 0}});
  CHECK(margins(of) == all{8 - (4 - 6), 8 - (4 - 6)});
}

TEST_CASE("the parts beside a frameshift have margins of their own") {
  // AC [0, 2) and GT [3, 5) beside a skipped nt, or AC alone.
  small_problem of("ACTGT", "ACGT");
  const auto ac = of.graph.add_run(0, 2, 2, std::vector<edge>{{source, 0}});
  const auto short_end = of.graph.add_junction(2, std::vector<edge>{{ac, 0}});
  const auto gt = of.graph.add_run(3, 2, 5, std::vector<edge>{{ac, -2, no_residue, 1}});
  of.add_sink({{of.graph.add_junction(5, std::vector<edge>{{gt, 0}, {short_end, 0}}), 0}});
  const auto found = margins(of);
  REQUIRE(found.size() == 2);
  CHECK(found[1] == 6 - (4 - 6));
}

TEST_CASE("margins do not depend on the memory for rows") {
  small_problem of("ACGGAC", "ACGGAC");
  auto chained = of.graph.add_junction(0, std::vector<edge>{{source, 0}});
  for (int n = 0; n < 60; ++n) {
    const auto position = static_cast<std::int64_t>(10 * n);
    const auto run = of.graph.add_run(static_cast<std::uint64_t>(n % 5), 2, position + 2,
                                      std::vector<edge>{{source, 0}, {chained, -2}});
    chained = of.graph.add_junction(position + 2, std::vector<edge>{{run, 0}, {chained, 0}});
  }
  of.add_sink({{chained, 0}});
  const auto scalar = make_engine("scalar");
  const auto solve = [&](std::uint64_t memory) {
    forward_pass pass(of.view(), *scalar, memory);
    std::vector<path_exon> exons;
    for (const auto& exon : trace_back(pass, ample).exons) exons.push_back({exon.begin, exon.end});
    return best_without(pass, *scalar, exons, reversal(pass.of())).scores;
  };
  const auto expected = solve(ample);
  CHECK(solve(row_plan(of.view()).least_memory()) == expected);
}
