// Costs counted before anything is aligned: by hand on tiny problems, and as the engine counts what it computes.
#include "catch.hpp"
#include "exons/one_strand.hpp"
#include "exons/solving/expected_costs.hpp"
#include "exons/solving/split_gene.hpp"
#include "spliced/engines/engine_registry.hpp"

using namespace exonweave;
using exonweave::testing::case_on;
using exonweave::testing::codon_scoring;
using exonweave::testing::plain_scoring;
using exonweave::testing::problem_on;
using exonweave::testing::small_gene;
using exonweave::testing::solve_on;
using exonweave::testing::split_gene;
using spliced::by_cost_unit;
using spliced::cost_unit;

namespace {

const auto simd = spliced::cpu_engines().make("simd");
const auto sequential = spliced::cpu_engines().make("sequential");

solver_settings with(const spliced::engine& engine, bool with_margins = false) { return {&engine, 1, with_margins}; }

// ACG, CG, CAT and CATG, which are two groups, against six letters: joins, bounds and what the paper counts, of so many
// passes.
by_cost_unit costs_of_candidates(const region_problem& problem, double n_passes) {
  const auto& counts = problem.schedule().counts;
  by_cost_unit costs;
  costs[cost_unit::join_cell] = n_passes * 6 * static_cast<double>(counts.merges);
  costs[cost_unit::bound] = n_passes * static_cast<double>(counts.bounded);
  costs[cost_unit::bound_cell] = n_passes * 6 * static_cast<double>(counts.bounded);
  costs[cost_unit::exon] = n_passes * 4;
  costs[cost_unit::diagonal] = n_passes * (3 + 2 + 3 + 4 + 4 * 5);
  costs[cost_unit::group] = n_passes * 2;
  costs[cost_unit::group_diagonal] = n_passes * (3 + 4 + 2 * 5);
  return costs;
}

const split_gene gene({"ATGGCTTGGGATAA", "ATGGTTTCATTAA"});  // the intron splits a codon
const auto protein = spliced::encode_protein("MAWDKWFH");

}  // namespace

TEST_CASE("a problem's costs are its region, nodes and edges, and those of the reversed graph where it is wanted") {
  const region_problem problem = problem_on(small_gene(), plain_scoring(), with(*simd));
  const auto graph = problem.graph();
  by_cost_unit once;
  once[cost_unit::problem] = 1;
  once[cost_unit::nucleotide] = 12;
  once[cost_unit::node] = static_cast<double>(graph.size());
  once[cost_unit::edge] = static_cast<double>(graph.edges.size());
  CHECK(costs_of_making(size_of(problem), with(*simd)) == once);
  by_cost_unit twice = once;
  twice[cost_unit::node] *= 2;
  twice[cost_unit::edge] *= 2;
  CHECK(costs_of_making(size_of(problem), with(*simd, true)) == twice);
}

TEST_CASE("a target's costs are rows times columns, of shared rows once") {
  const region_problem problem = problem_on(small_gene(), plain_scoring(), with(*simd));
  by_cost_unit costs =
      costs_of_candidates(problem, 1);  // of ACG, of which CG is a part, and of CATG, of which CAT is one
  costs[cost_unit::pass] = 1;
  costs[cost_unit::row] = 3 + 4;
  costs[cost_unit::cell] = (3 + 4) * 6;
  CHECK(costs_of_aligning(size_of(problem), {6}, with(*simd), 0) == costs);
  costs[cost_unit::read_cell] = (3 + 4) * 6 * 0.5;
  costs[cost_unit::path_cell] = 6 * 6 * 0.5;
  CHECK(costs_of_aligning(size_of(problem), {6}, with(*simd), 0.5) == costs);
}

TEST_CASE(
    "where margins are wanted a chain that is read costs a pass backwards, and rows of both are read for "
    "rivals") {
  const region_problem problem = problem_on(small_gene(), plain_scoring(), with(*simd, true));
  by_cost_unit costs = costs_of_candidates(problem, 1.25);
  costs[cost_unit::pass] = 1.25;
  costs[cost_unit::row] = 7 * 1.25;
  costs[cost_unit::cell] = 7 * 6 * 1.25;
  costs[cost_unit::read_cell] = costs[cost_unit::alternative_cell] = 7 * 6 * 0.25;
  costs[cost_unit::path_cell] = costs[cost_unit::alternative_path_cell] = 6 * 6 * 0.25;
  costs[cost_unit::alternative_row] = 7 * 0.25;
  CHECK(costs_of_aligning(size_of(problem), {6}, with(*simd, true), 0.25) == costs);
}

TEST_CASE("the literal graph costs a row for each base of each exon") {
  const region_problem problem = problem_on(small_gene(), plain_scoring(), with(*sequential));
  CHECK(costs_of_aligning(size_of(problem), {6}, with(*sequential), 0)[cost_unit::cell] == (3 + 2 + 3 + 4) * 6);
}

TEST_CASE("an empty problem costs no more than to be made, and nothing to align to") {
  const region_problem nothing = problem_on(case_on("", {}), plain_scoring(), with(*simd));
  by_cost_unit made;
  made[cost_unit::problem] = 1;
  CHECK(costs_of_making(size_of(nothing), with(*simd, true)) == made);
  CHECK(costs_of_aligning(size_of(nothing), {6}, with(*simd), 1) == by_cost_unit{});
}

TEST_CASE("the cells of a pass are those that the engine computes") {
  const auto scoring = codon_scoring();
  for (const region_material& material : {gene.of_its_exons(), gene.of_blocks()}) {
    solver_settings settings = with(*simd);
    settings.may_sweep = false;
    const region_problem problem = problem_on(material, scoring, settings);
    // No chain is read, no row computed again.
    const auto solved = solve_on(problem, protein, scoring, settings, {.lowest_score = 1'000'000});
    const by_cost_unit& costs = solved.work.costs;
    REQUIRE(solved.unwanted);
    CHECK(costs[cost_unit::merge_cell] > 0);
    CHECK(costs[cost_unit::cell] == static_cast<double>(solved.work.graph_cells));
    CHECK(costs[cost_unit::cell] + costs[cost_unit::merge_cell] == static_cast<double>(solved.work.computed_cells));
    CHECK(costs[cost_unit::read_cell] == 0);
  }
}

TEST_CASE("a search counts a best chain as read, and its rivals, where it has one") {
  const solver_settings settings = with(*simd, true);
  const region_problem problem = problem_on(small_gene(), plain_scoring(), settings);
  const auto six = spliced::encode_dna("ACGCAT");
  by_cost_unit costs = costs_of_candidates(problem, 2);
  costs[cost_unit::pass] = 2;
  costs[cost_unit::row] = 7 * 2;
  costs[cost_unit::cell] = 7 * 6 * 2;
  costs[cost_unit::read_cell] = costs[cost_unit::alternative_cell] = 7 * 6;
  costs[cost_unit::path_cell] = costs[cost_unit::alternative_path_cell] = 6 * 6;
  costs[cost_unit::alternative_row] = 7;
  CHECK(solve_on(problem, six, plain_scoring(), settings).work.costs == costs);
  by_cost_unit forward = costs_of_candidates(problem, 1);
  forward[cost_unit::pass] = 1;
  forward[cost_unit::row] = 7;
  forward[cost_unit::cell] = 7 * 6;
  const solver_call no_chain_is_read{.lowest_score = 1'000'000};
  CHECK(solve_on(problem, six, plain_scoring(), settings, no_chain_is_read).work.costs == forward);
}

TEST_CASE(
    "sweeps cost the track, rows and columns there and back, blocks where the chain is, and margins by "
    "exon") {
  problem_size size;
  size.is_swept = true;
  size.nodes = 1;
  size.nucleotides = 2'000;
  size.rows = 1'900;
  size.merged_rows = 1'000;
  size.joins = 1'100;  // two rows for each nt
  const solver_settings settings = with(*simd, true);
  by_cost_unit making;
  making[cost_unit::track_base] = 2'000;
  CHECK(costs_of_making(size, settings) == making);
  by_cost_unit costs;
  costs[cost_unit::sweep_row] = 2 * 4'000;
  costs[cost_unit::sweep_cell] = 2 * 4'000 * 10;
  costs[cost_unit::block_cell] = (300 + 512) * 2 * 10;
  costs[cost_unit::chain_cell] = 60 * 10;
  costs[cost_unit::margin_cell] = 3 * 512 * 2 * 10;
  const expected_chain read{.length = 300, .n_codons = 60, .n_exons = 3};
  CHECK(costs_of_sweeping(size, {10}, settings, read) == costs);
  CHECK(costs_of_sweeping(size, {5, true}, settings, read)[cost_unit::sweep_cell] == 2 * 4'000 * 10);
  CHECK(costs_of_sweeping(size, {10}, settings, {.length = 1'900})[cost_unit::block_cell] == 2'000 * 2 * 10);
  costs[cost_unit::margin_cell] = 0;
  CHECK(costs_of_sweeping(size, {10}, with(*simd), read) == costs);
  by_cost_unit forward;
  forward[cost_unit::sweep_row] = 4'000;
  forward[cost_unit::sweep_cell] = 4'000 * 10;
  CHECK(costs_of_sweeping(size, {10}, settings, {.fraction = 0}) == forward);
  CHECK(costs_of_sweeping({}, {10}, settings, read) == by_cost_unit{});
}

TEST_CASE("sweeps count what the program computes, and the chain that was read") {
  const auto scoring = codon_scoring();
  const solver_settings settings = with(*simd, true);
  const region_problem problem = problem_on(gene.of_blocks(), scoring, settings);
  REQUIRE(problem.swept() != nullptr);
  const auto solved = solve_on(problem, protein, scoring, settings);
  REQUIRE(solved.chains.size() == 1);
  const auto& counts = problem.swept()->program().outline().counts;
  const auto rows = static_cast<double>(counts.rows + counts.residue_rows + counts.merges);
  constexpr double n_nt = 39, n_letters = 8, n_codons = (14 + 13) / 3.0, n_exons = 2;
  by_cost_unit costs;
  costs[cost_unit::sweep_row] = 2 * rows;
  costs[cost_unit::sweep_cell] = 2 * rows * n_letters;
  costs[cost_unit::block_cell] = n_nt * (rows / n_nt * n_letters);  // one window
  costs[cost_unit::chain_cell] = n_codons * n_letters;
  costs[cost_unit::margin_cell] = n_exons * 512 * (rows / n_nt * n_letters);
  CHECK(solved.work.costs == costs);
  by_cost_unit forward;
  forward[cost_unit::sweep_row] = rows;
  forward[cost_unit::sweep_cell] = rows * n_letters;
  const solver_call no_chain_is_read{.lowest_score = 1'000'000};
  CHECK(solve_on(problem, protein, scoring, settings, no_chain_is_read).work.costs == forward);
}

TEST_CASE("cells of the slower lanes are counted apart") {
  const region_problem problem = problem_on(small_gene(), plain_scoring(), with(*simd));
  const by_cost_unit usual = costs_of_aligning(size_of(problem), {6}, with(*simd), 1);
  const by_cost_unit slow = costs_of_aligning(size_of(problem), {6, true}, with(*simd), 1);
  CHECK(usual[cost_unit::slow_cell] == 0);
  CHECK(slow[cost_unit::cell] == 0);
  CHECK(slow[cost_unit::slow_cell] == usual[cost_unit::cell]);
}

TEST_CASE("last rows that fit in the caches are not far, of many that do not nearly all are") {
  problem_size size;
  size.nodes = size.joins = 1;
  size.exons.n_exons = 10;
  CHECK(costs_of_aligning(size, {1'000}, with(*sequential), 0)[cost_unit::far_join_cell] == 0);
  size.exons.n_exons = 100'000;
  const by_cost_unit far = costs_of_aligning(size, {1'000}, with(*sequential), 0);
  CHECK(far[cost_unit::far_join_cell] > 0.99 * far[cost_unit::join_cell]);
  CHECK(far[cost_unit::far_join_cell] < far[cost_unit::join_cell]);
}

TEST_CASE("long targets are in the slower lanes of simd") {
  const region_problem problem = problem_on(small_gene(), plain_scoring(), with(*simd));
  const auto short_target = spliced::encode_dna("ACGT"), long_target = spliced::encode_dna(std::string(200'000, 'A'));
  CHECK_FALSE(size_of(short_target, problem, plain_scoring(), *simd).is_slow);
  CHECK(size_of(long_target, problem, plain_scoring(), *simd).is_slow);
  CHECK_FALSE(size_of(long_target, problem, plain_scoring(), *sequential).is_slow);
  CHECK(size_of(long_target, problem, plain_scoring(), *simd).n_letters == 200'000);
}

TEST_CASE("bytes of sweeps are four fifths of what they may hold") {
  const solver_settings settings = with(*simd, true);
  const region_problem problem = problem_on(gene.of_blocks(), codon_scoring(), settings);
  REQUIRE(problem.swept() != nullptr);
  const problem_size size = size_of(problem);
  CHECK(bytes_of_problem(size, settings) == static_cast<double>(problem.bytes(true)));
  const sweep_size swept = problem.swept()->program().size();
  for (const std::size_t n_letters : {std::size_t{50}, std::size_t{40'000}})
    for (const bool is_slow : {false, true}) {
      const auto how = sweep_storage::ample(swept, n_letters, !is_slow);
      const double most = static_cast<double>(how.bytes_for(swept, n_letters, !is_slow).all());
      CHECK(bytes_of_rows(size, {n_letters, is_slow}, settings) == 0.8 * most);
    }
}

TEST_CASE("bytes grow with graph, target and passes") {
  const region_problem problem = problem_on(small_gene(), plain_scoring(), with(*simd));
  const problem_size size = size_of(problem);
  CHECK(bytes_of_problem(size, with(*simd)) == static_cast<double>(problem.bytes(false)));
  CHECK(bytes_of_problem(size, with(*simd, true)) == 2 * static_cast<double>(problem.bytes(false)));
  CHECK(bytes_of_rows(size, {12}, with(*simd)) > bytes_of_rows(size, {6}, with(*simd)));
  CHECK(bytes_of_rows(size, {6}, with(*simd, true)) == 2 * bytes_of_rows(size, {6}, with(*simd)));
  CHECK(bytes_of_rows({}, {6}, with(*simd)) == 0);
}
