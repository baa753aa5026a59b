// One case solved: what it is worth, what it took, and what is refused.
#include <random>
#include <set>

#include "base/files/report.hpp"
#include "catch.hpp"
#include "exons/one_strand.hpp"
#include "exons/solving/solver_settings.hpp"
#include "exons/solving/split_gene.hpp"
#include "seed.hpp"
#include "spliced/engines/engine_registry.hpp"

using namespace exonweave;
using exonweave::testing::ample_memory;
using exonweave::testing::case_on;
using exonweave::testing::plain_scoring;
using exonweave::testing::small_gene;
using exonweave::testing::solve_case;
using exonweave::testing::solve_on;

namespace {

const auto simd = spliced::cpu_engines().make("simd");
const auto sequential = spliced::cpu_engines().make("sequential");

case_solution solve(const region_material& material, std::string_view target, const chain_scoring& scoring,
                    const solver_settings& settings, const solver_call& call = {},
                    std::uint64_t memory = ample_memory) {
  return solve_case(material, spliced::encode_dna(target), scoring, settings, call, memory);
}

problem_report refusal(const region_material& material, std::string_view target, const chain_scoring& scoring,
                       const solver_settings& settings, std::uint64_t memory = ample_memory) {
  try {
    solve(material, target, scoring, settings, {}, memory);
  } catch (const failure& error) {
    return error.problems().at(0);
  }
  FAIL("not refused");
  return {};
}

}  // namespace

TEST_CASE("the best chain is found and worth its matches less its intron") {
  auto scoring = plain_scoring();
  scoring.introns.lines = {{5}};
  const auto solved = solve(small_gene(), "ACGCAT", scoring, {simd.get()});
  REQUIRE(solved.chains.size() == 1);
  CHECK(solved.chains[0].total == 6 * 2 - 5);
  CHECK(places_of(solved.chains[0]) == std::vector<interval>{{1, 4}, {8, 11}});
}

TEST_CASE("work is told in the paper's cells and in the graph's") {
  const auto solved = solve(small_gene(), "ACGCAT", plain_scoring(), {simd.get()});
  CHECK(solved.work.eq3_cells == 6 * (3 + 2 + 3 + 4));
  CHECK(solved.work.graph_cells == 6 * (3 + 4));  // rows shared
  CHECK(solved.work.computed_cells == solved.work.graph_cells);
  const auto literal = solve(small_gene(), "ACGCAT", plain_scoring(), {sequential.get()});
  CHECK(literal.work.graph_cells == literal.work.eq3_cells);
  CHECK(literal.chains == solved.chains);
  case_work sum = solved.work;
  sum += literal.work;
  CHECK(sum.eq3_cells == 2 * solved.work.eq3_cells);
  CHECK(sum.nodes == solved.work.nodes + literal.work.nodes);
  CHECK(sum.edges == solved.work.edges + literal.work.edges);
}

TEST_CASE("the k best chains come best first, distinct, and no more than there are") {
  solver_settings settings{simd.get(), 3};
  const auto three = solve(small_gene(), "ACGCAT", plain_scoring(), settings).chains;
  REQUIRE(three.size() == 3);
  settings.n_chains = 1;
  CHECK(solve(small_gene(), "ACGCAT", plain_scoring(), settings).chains.at(0) == three[0]);
  settings.n_chains = 100;
  const auto all = solve(small_gene(), "ACGCAT", plain_scoring(), settings).chains;
  CHECK(all.size() == 8);  // four alone, two by two
  for (std::size_t k = 1; k < all.size(); ++k) {
    CHECK(all[k - 1].total >= all[k].total);
    for (std::size_t other = 0; other < k; ++other) CHECK(places_of(all[k]) != places_of(all[other]));
  }
  CHECK(std::vector(all.begin(), all.begin() + 3) == three);
}

TEST_CASE("of more chains that are as good as the best no more than asked for are told") {
  auto scoring = plain_scoring();
  scoring.gaps = {0, 1};
  scoring.free_target_ends = true;
  // C, A and A again each match one symbol; CA has a gap beside it.
  const auto material = case_on("CCAACAAA", {{{1, 2}, 0, {}}, {{1, 3}, 0, {}}, {{2, 3}, 0, {}}, {{7, 8}, 0, {}}});
  solver_settings settings{simd.get()};
  for (const std::size_t n_chains : {1u, 2u, 3u}) {
    settings.n_chains = n_chains;
    const auto solved = solve(material, "AC", scoring, settings);
    REQUIRE(solved.chains.size() == n_chains);
    for (const auto& chain : solved.chains) CHECK(chain.total == 2);
  }
}

TEST_CASE("a margin is the distance to the best of all chains without the exon") {
  const std::uint64_t seed = testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const auto random_bases = [&](std::size_t length) {
    std::string bases(length, 'A');
    for (char& base : bases) base = "ACGT"[random() % 4];
    return bases;
  };
  auto scoring = plain_scoring();
  for (int n = 0; n < 200; ++n) {
    std::set<interval> places;
    for (int k = 0; k < 7; ++k) {
      const auto start = static_cast<std::int64_t>(random() % 24);
      places.insert({start, start + 1 + static_cast<std::int64_t>(random() % 6)});
    }
    std::vector<strand_exon> exons;
    for (const interval where : places) exons.push_back({where, static_cast<spliced::score>(random() % 4), {}});
    const auto material = case_on(random_bases(30), exons);
    const std::string target = random_bases(1 + random() % 12);
    scoring.gaps = {static_cast<spliced::score>(random() % 5), 1};
    scoring.free_target_ends = random() % 2 == 0;
    if (random() % 2 == 0) scoring.residue_ends = spliced::gap_costs{2, 1};
    scoring.introns = {static_cast<std::int64_t>(random() % 3), {{2}}};
    solver_settings settings{simd.get(), 10000};
    settings.with_margins = true;
    const auto solved = solve(material, target, scoring, settings);
    REQUIRE_FALSE(solved.chains.empty());
    const auto best = places_of(solved.chains.front());
    REQUIRE(solved.best_without.size() == best.size());
    for (std::size_t e = 0; e < best.size(); ++e) {
      std::optional<spliced::score> expected;
      for (const auto& chain : solved.chains) {
        const auto used = places_of(chain);
        if (std::find(used.begin(), used.end(), best[e]) == used.end() && !expected) expected = chain.total;
      }
      CAPTURE(n, e);
      REQUIRE(solved.best_without[e] == expected);
    }
  }
}

TEST_CASE("spare threads change nothing but the time, and are spare again") {
  const solver_settings settings{simd.get(), 1, true};
  const auto expected = solve(small_gene(), "ACGCAT", plain_scoring(), settings);
  spare_threads spare(2);
  const region_problem problem(small_gene(), plain_scoring(), settings, memory_budget({ample_memory}), &spare);
  const auto solved = solve_on(problem, spliced::encode_dna("ACGCAT"), plain_scoring(), settings, {.spare = &spare});
  CHECK(solved.chains == expected.chains);
  CHECK(solved.best_without == expected.best_without);
  CHECK(solved.second_best == expected.second_best);
  CHECK(solved.work.computed_cells == expected.work.computed_cells);
  CHECK((spare.try_take() && spare.try_take()));
}

TEST_CASE("a case without exons has no chain and takes no work") {
  const auto solved = solve(case_on("ACGT", {}), "ACGT", plain_scoring(), {simd.get()});
  CHECK(solved.chains.empty());
  CHECK(solved.work.eq3_cells == 0);
}

TEST_CASE("scores that could leave 32 bits are bad data, told with their bound") {
  const solver_settings settings{simd.get()};
  const auto weighted = [](spliced::score weight) { return case_on("ACGT", {{{0, 4}, weight, {}}}); };
  const spliced::score largest = spliced::score_limit - 1 - 3 * (4 + 2);  // gap 3, 4 rows, 2 columns
  CHECK(solve(weighted(largest), "AC", plain_scoring(), settings).chains.at(0).total == largest + 4 - 6);
  CHECK_THROWS_AS(solve(weighted(largest + 1), "AC", plain_scoring(), settings), bad_data);
  const auto reported = refusal(weighted(largest + 1), "AC", plain_scoring(), settings);
  CHECK(reported.got == "bound 536870912");
  CHECK(reported.need == "a bound below 536870912");
}

TEST_CASE("an intron that costs more than scores can hold is bad data as well") {
  auto scoring = plain_scoring();
  scoring.introns.lines.front().per_kb = 1000000;
  const std::int64_t length = 4300000;  // its cost would come out small and positive in 32 bits
  const auto material = case_on(std::string(static_cast<std::size_t>(length + 2), 'A'),
                                {{{0, 1}, 0, {}}, {{length + 1, length + 2}, 0, {}}});
  for (const auto* engine : {simd.get(), sequential.get()})
    CHECK_THROWS_AS(solve(material, "AA", scoring, {engine}), bad_data);
}

TEST_CASE("too little memory is refused with what is needed, and that is enough") {
  const auto material = small_gene();
  for (const auto* engine : {simd.get(), sequential.get()}) {
    const auto reported = refusal(material, "ACGCAT", plain_scoring(), {engine}, 1);
    CHECK(reported.got == "1 bytes");
    // The literal graph is refused for its edges first, then for its rows.
    std::uint64_t memory = std::stoull(reported.need);
    if (engine->facts().is_literal)
      memory = std::max<std::uint64_t>(
          memory, std::stoull(refusal(material, "ACGCAT", plain_scoring(), {engine}, memory).need));
    CHECK_NOTHROW(solve(material, "ACGCAT", plain_scoring(), {engine}, {}, memory));
    CHECK_THROWS_AS(solve(material, "ACGCAT", plain_scoring(), {engine}, {}, memory - 1), not_enough_memory);
  }
}

TEST_CASE("passes made in vain, because a margin wants wider lanes, are counted once") {
  std::mt19937_64 random(3);
  std::string exon(2000, 'A');
  for (char& base : exon) base = "ACGT"[random() % 4];
  auto scoring = plain_scoring();
  scoring.substitution = spliced::dna_matrix(spliced::match_mismatch(8, -30));
  scoring.gaps = {0, 60};
  run_control control;
  solver_settings settings{simd.get()};
  settings.with_margins = true;
  planned_cells planned(&control, 1000, n_counted_stages(settings));
  const auto solved = solve(case_on("TTTT" + exon + "TTTTACGTTTTT", {{{4, 2004}, 0, {}}, {{2008, 2012}, 0, {}}}), exon,
                            scoring, settings, {.control = &control, .planned = &planned});
  CHECK(solved.best_without.at(0).value() < -60'000);  // narrow lanes do not hold it beside the best
  CHECK(solved.work.computed_cells > 3 * solved.work.graph_cells);
  CHECK(control.cells() == 3 * 1000);  // the margins are a part of it
  planned.finish();
}

TEST_CASE("a sweep counts for what was planned, with margins and without") {
  const testing::split_gene gene({"ATGTGGCAC", "GATTGGAAATAA"});
  const auto scoring = testing::codon_scoring();
  run_control control;
  solver_settings settings{simd.get()};
  settings.with_margins = GENERATE(false, true);
  const std::uint64_t n_stages = n_counted_stages(settings);
  planned_cells planned(&control, 1000, n_stages);
  const auto solved = solve_case(gene.of_blocks(), spliced::encode_protein("MWHDWK"), scoring, settings,
                                 {.control = &control, .planned = &planned}, ample_memory);
  REQUIRE(solved.chains.size() == 1);
  CHECK(control.cells() <= 1000 * n_stages);
  planned.finish();
  CHECK(control.cells() == 1000 * n_stages);
}

TEST_CASE("margins count as they are made, no share of them twice") {
  run_control control;
  planned_cells planned(&control, 1'000'003, 2);
  counted_fraction done(&planned);
  for (const double fraction : {0.25, 0.5, 0.3}) done.is_done(fraction);
  CHECK(control.cells() == 500'001);
  done.is_done(2);
  CHECK(control.cells() == 1'000'003);
  done.is_done(1);
  planned.finish();
  CHECK(control.cells() == 2'000'006);
  counted_fraction(nullptr).is_done(1);  // nobody counts
}
