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

// Cells of ACG, of which CG is a part, and of CATG, of which CAT is one, against six letters: rows, and those that
// become the larger of two.
double cells_of_candidates(const region_problem& problem) {
  return 6 * (3 + 4 + static_cast<double>(problem.schedule().counts.merges));
}

const split_gene gene({"ATGGCTTGGGATAA", "ATGGTTTCATTAA"});  // the intron splits a codon
const auto protein = spliced::encode_protein("MAWDKWFH");

}  // namespace

TEST_CASE("a problem costs cells of the CPU, and more where its reversed graph is wanted") {
  const region_problem problem = problem_on(small_gene(), plain_scoring(), with(*simd));
  const by_cost_unit once = costs_of_making(size_of(problem), with(*simd));
  const by_cost_unit twice = costs_of_making(size_of(problem), with(*simd, true));
  CHECK(once[cost_unit::cell] > 1e6);
  CHECK(twice[cost_unit::cell] > once[cost_unit::cell]);
  CHECK(twice[cost_unit::cell] < 2 * once[cost_unit::cell]);
  by_cost_unit others = once;
  others[cost_unit::cell] = 0;
  CHECK(others == by_cost_unit{});
}

TEST_CASE("a target's costs are rows times columns, of shared rows once, and what is read of them") {
  const region_problem problem = problem_on(small_gene(), plain_scoring(), with(*simd));
  const by_cost_unit forward = costs_of_aligning(size_of(problem), {6}, with(*simd), 0);
  CHECK(forward[cost_unit::device_cell] == cells_of_candidates(problem));
  CHECK(forward[cost_unit::cell] > 0);
  const by_cost_unit read = costs_of_aligning(size_of(problem), {6}, with(*simd), 0.5);
  CHECK(read[cost_unit::device_cell] == forward[cost_unit::device_cell]);
  const double more = 0.5 * (3.5 * 6 * 6 + 0.3 * cells_of_candidates(problem));
  CHECK(read[cost_unit::cell] - forward[cost_unit::cell] == Approx(more));
}

TEST_CASE("where margins are wanted a chain that is read costs a pass backwards, and rows of both are read") {
  const region_problem problem = problem_on(small_gene(), plain_scoring(), with(*simd, true));
  const auto costs = [&](double fraction) {
    return costs_of_aligning(size_of(problem), {6}, with(*simd, true), fraction);
  };
  CHECK(costs(0.25)[cost_unit::device_cell] == 1.25 * cells_of_candidates(problem));
  CHECK(costs(1)[cost_unit::cell] > 2 * costs(0)[cost_unit::cell]);
}

TEST_CASE("the literal graph costs a row for each base of each exon") {
  const region_problem problem = problem_on(small_gene(), plain_scoring(), with(*sequential));
  CHECK(costs_of_aligning(size_of(problem), {6}, with(*sequential), 0)[cost_unit::device_cell] ==
        6 * (3 + 2 + 3 + 4 + static_cast<double>(problem.schedule().counts.merges)));
}

TEST_CASE("an empty problem costs no more than to be made, and nothing to align to") {
  const region_problem nothing = problem_on(case_on("", {}), plain_scoring(), with(*simd));
  CHECK(costs_of_making(size_of(nothing), with(*simd, true)) == costs_of_making({}, with(*simd)));
  CHECK(costs_of_aligning(size_of(nothing), {6}, with(*simd), 1) == by_cost_unit{});
}

TEST_CASE("the cells of a pass are those that the engine computes, each as two of nucleotides") {
  const auto scoring = codon_scoring();
  for (const region_material& material : {gene.of_its_exons(), gene.of_blocks()}) {
    solver_settings settings = with(*simd);
    settings.may_sweep = false;
    const region_problem problem = problem_on(material, scoring, settings);
    // No chain is read, no row computed again.
    const auto solved = solve_on(problem, protein, scoring, settings, {.lowest_score = 1'000'000});
    REQUIRE(solved.unwanted);
    const double n_joined = static_cast<double>(problem.schedule().counts.merges * protein.size());
    CHECK(solved.work.costs[cost_unit::device_cell] ==
          2 * (static_cast<double>(solved.work.computed_cells) + n_joined));
  }
}

TEST_CASE("a search counts a best chain as read where it has one") {
  const solver_settings settings = with(*simd, true);
  const region_problem problem = problem_on(small_gene(), plain_scoring(), settings);
  const auto six = spliced::encode_dna("ACGCAT");
  CHECK(solve_on(problem, six, plain_scoring(), settings).work.costs ==
        costs_of_aligning(size_of(problem), {6}, settings, 1));
  const solver_call no_chain_is_read{.lowest_score = 1'000'000};
  CHECK(solve_on(problem, six, plain_scoring(), settings, no_chain_is_read).work.costs ==
        costs_of_aligning(size_of(problem), {6}, settings, 0));
}

TEST_CASE("sweeps cost the track, rows there and back, blocks where the chain is, and margins by exon") {
  problem_size size;
  size.is_swept = true;
  size.nodes = 1;
  size.nucleotides = 2'000;
  size.rows = 1'900;
  size.merged_rows = 1'000;
  size.joins = 1'100;  // two rows for each nt
  const solver_settings settings = with(*simd, true);
  CHECK(costs_of_making(size, settings)[cost_unit::sweep_cell] == 2'000 * 3'388);
  const auto cells = [&](const target_size& target, const solver_settings& how, const expected_chain& read) {
    const by_cost_unit costs = costs_of_sweeping(size, target, how, read);
    CHECK(costs[cost_unit::result] == 1);
    return costs[cost_unit::sweep_cell];
  };
  constexpr double row = 250, of_track = 4'000 * (10 + row), of_nt = 2 * 10;
  const double chain = 3.53 * (300 + 512) * of_nt + 33.5 * 60 * 10;
  const expected_chain read{.length = 300, .n_codons = 60, .n_exons = 3};
  CHECK(cells({10}, settings, read) == Approx(2 * of_track + chain + 3.76 * 3 * 512 * of_nt));
  CHECK(cells({10}, with(*simd), read) == Approx(2 * of_track + chain));
  CHECK(cells({5, true}, settings, {.fraction = 0}) == of_track);
  CHECK(cells({10}, settings, {.length = 1'900}) == cells({10}, settings, {.length = 2'000}));
  CHECK(cells({10}, settings, {.fraction = 0}) == of_track);
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
  constexpr double n_nt = 39, n_letters = 8, n_codons = (14 + 13) / 3.0, n_exons = 2, row = 250;
  const double of_window = rows * n_letters;
  CHECK(solved.work.costs[cost_unit::sweep_cell] ==
        Approx(2 * rows * (n_letters + row) + 3.53 * of_window + 33.5 * n_codons * n_letters +
               3.76 * n_exons * 512 * of_window / n_nt));
  const solver_call no_chain_is_read{.lowest_score = 1'000'000};
  CHECK(solve_on(problem, protein, scoring, settings, no_chain_is_read).work.costs[cost_unit::sweep_cell] ==
        rows * (n_letters + row));
}

TEST_CASE("a cell of the slower lanes is as two") {
  const region_problem problem = problem_on(small_gene(), plain_scoring(), with(*simd));
  const auto cells = [&](const target_size& target) {
    return costs_of_aligning(size_of(problem), target, with(*simd), 1)[cost_unit::device_cell];
  };
  CHECK(cells({6, true}) == 2 * cells({6}));
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
