// The recurrence: rows worked out by hand, and every engine against the definition of a gap.
#include "catch.hpp"
#include "seed.hpp"
#include "spliced/aligned.hpp"
#include "spliced/check_rows.hpp"
#include "spliced/engine/recurrence.hpp"
#include "spliced/random_problem.hpp"

using namespace exonweave::spliced;
using exonweave::testing::align_by_definition;
using exonweave::testing::aligned;
using exonweave::testing::all_paths;
using exonweave::testing::random_bases;
using exonweave::testing::random_problem;
using exonweave::testing::small_problem;
using exonweave::testing::weights_of;

namespace {

small_problem affine(std::string_view genome, std::string_view in_target) {
  small_problem made(genome, in_target);
  made.gaps = {4, 1};
  return made;
}

std::vector<score> row_of_source(const small_problem& problem) {
  std::vector<score> row(problem.view().layout().width());
  source_row(problem.view(), row);
  return row;
}

// The row below by one base.
std::vector<score> below(const small_problem& problem, const std::vector<score>& above, char base) {
  const target_profile profile(problem.substitution, problem.target);
  std::vector<score> row(above.size());
  next_row(problem.view(), {above, profile.of(dna_code(base))}, row);
  return row;
}

std::vector<score> last_row(const small_problem& problem, const std::string& bases) {
  auto row = row_of_source(problem);
  for (const char base : bases) row = below(problem, row, base);
  return row;
}

std::vector<score> best_of(const small_problem& problem, const std::vector<score>& row) {
  const auto best = problem.view().layout().best(std::span(row));
  return {best.begin(), best.end()};
}

score solve(const small_problem& problem, std::string_view engine_name = "simd") {
  return aligned(problem.view(), engine_name)->end().total;
}

}  // namespace

TEST_CASE("with linear gaps a row is the paper's equation") {
  const small_problem problem("", "AC");  // match 2, mismatch -7, gap 3
  CHECK(last_row(problem, "") == std::vector<score>{0, -3, -6});
  CHECK(last_row(problem, "A") == std::vector<score>{-3, 2, -1});
  CHECK(last_row(problem, "AG") == std::vector<score>{-6, -1, -4});
}

TEST_CASE("a gap of k symbols costs its opening once, in the target as in the chain") {
  CHECK(best_of(affine("", "AAAA"), row_of_source(affine("", "AAAA"))) == std::vector<score>{0, -5, -6, -7, -8});
  CHECK(best_of(affine("", "ACCCA"), last_row(affine("", "ACCCA"), "AA")).back() == 2 + 2 - 4 - 3);
  CHECK(best_of(affine("", "AA"), last_row(affine("", "AA"), "ACCCA")).back() == 2 + 2 - 4 - 3);
}

TEST_CASE("two gaps beside each other, one on either side, open twice") {
  // C against G would cost 7 as a pair.
  small_problem problem = affine("", "AG");
  problem.substitution = dna_matrix(match_mismatch(2, -70));
  CHECK(best_of(problem, last_row(problem, "AC")).back() == 2 - 5 - 5);
}

TEST_CASE("the vertical plane holds what ends in an unaligned residue") {
  const auto problem = affine("", "A");
  const auto row = last_row(problem, "AG");
  const auto layout = problem.view().layout();
  CHECK(row[layout.vertical_at(0)] == -4 - 2);
  CHECK(row[layout.vertical_at(1)] == 2 - 5);
  CHECK(row[1] == 2 - 5);
}

TEST_CASE("a gap that crosses junctions is one gap") {
  // A, then C | G unaligned in two exons, then T.
  auto problem = affine("ACGT", "AT");
  const auto left = problem.add_exon(0, 2, {{0, 0}});
  const auto chained = problem.graph.add_junction(2, std::vector<edge>{{left, 0}});
  problem.add_sink({{problem.add_exon(2, 4, {{chained, 0}}), 0}});
  for (const char* engine : {"simd", "sequential"}) CHECK(solve(problem, engine) == 2 + 2 - 4 - 2);
}

TEST_CASE("the weight on the way changes a gap that goes on as it changes all else") {
  auto problem = affine("ACGT", "AT");
  problem.add_sink({{problem.add_exon(2, 4, {{problem.add_exon(0, 2, {{0, 0}}), -100}}), 0}});
  CHECK(solve(problem) == 2 + 2 - 4 - 2 - 100);
}

TEST_CASE("an edge with a residue makes the row that a run of that residue makes") {
  const std::uint64_t seed = exonweave::testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 200; ++n) {
    small_problem problem("", random_bases(random, random() % 6));
    exonweave::testing::choose_scoring(random, problem);
    const auto above = last_row(problem, random_bases(random, random() % 4));
    const target_profile profile(problem.substitution, problem.target);
    std::vector<score> row(above.size());
    clear_row(row);
    let_in_residue(problem.view(), {above, profile.of(dna_code('G')), 0}, row);
    close_row(problem.view(), row);
    REQUIRE(row == below(problem, above, 'G'));
  }
}

TEST_CASE("closing a row that is closed changes nothing, nor does closing the larger of two") {
  const std::uint64_t seed = exonweave::testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 200; ++n) {
    small_problem problem("", random_bases(random, random() % 6));
    exonweave::testing::choose_scoring(random, problem);
    const auto closed = [&] { return last_row(problem, random_bases(random, 1 + random() % 4)); };
    auto row = closed();
    let_in(closed(), static_cast<score>(random() % 9) - 4, row);
    auto again = row;
    close_row(problem.view(), again);
    REQUIRE(again == row);
  }
}

TEST_CASE("an unaligned beginning costs its opening and each residue, however long the gap would have been") {
  auto problem = affine("", "AC");
  problem.residue_ends = gap_costs{2, 1};
  const auto layout = problem.view().layout();
  CHECK(row_of_source(problem)[layout.lead_at()] == -2);
  CHECK(last_row(problem, "GGG")[layout.lead_at()] == -2 - 3);
  CHECK(best_of(problem, last_row(problem, "GGGAC")).back() == 2 + 2 - 2 - 3);
  CHECK(best_of(problem, last_row(problem, "GGG")).front() == -2 - 3);  // dearer as a gap
}

TEST_CASE("the target's beginning may be left out behind an unaligned beginning, at its own price") {
  auto problem = affine("", "TTAC");
  problem.residue_ends = gap_costs{2, 1};
  CHECK(best_of(problem, last_row(problem, "GGGAC")).back() == 2 + 2 - (2 + 3) - (4 + 2));
  problem.free_target_ends = true;
  CHECK(best_of(problem, last_row(problem, "GGGAC")).back() == 2 + 2 - (2 + 3));
}

TEST_CASE("an unaligned end is entered from the best pair so far, with the rest of the target left out") {
  auto problem = affine("", "ACTT");
  problem.residue_ends = gap_costs{2, 1};
  const auto trail = problem.view().layout().trail_at();
  CHECK_FALSE(is_reachable(row_of_source(problem)[trail]));
  CHECK(last_row(problem, "AC")[trail] == 2 + 2 - 2 - (4 + 2));
  CHECK(last_row(problem, "ACGGG")[trail] == 2 + 2 - (2 + 3) - (4 + 2));
  problem.free_target_ends = true;
  CHECK(last_row(problem, "ACGGG")[trail] == 2 + 2 - (2 + 3));
}

TEST_CASE("an unaligned end does not go back into the alignment") {
  // A, then GGG unaligned, then C: the G's are a gap, since a pair follows.
  auto problem = affine("", "AC");
  problem.residue_ends = gap_costs{0, 0};
  CHECK(best_of(problem, last_row(problem, "AGGGC")).back() == 2 + 2 - 4 - 3);
}

TEST_CASE("what nothing reaches stays unreachable through rows of every kind") {
  auto problem = affine("", "ACGT");
  problem.residue_ends = gap_costs{2, 1};
  std::vector<score> row(problem.view().layout().width());
  clear_row(row);
  for (int n = 0; n < 50; ++n) row = below(problem, row, 'A');
  for (const score each : row) CHECK_FALSE(is_reachable(each));
}

TEST_CASE("engines give the best path by definition, with affine gaps, unaligned ends and residues on edges") {
  const std::uint64_t seed = exonweave::testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 400; ++n) {
    const auto problem = random_problem(random, 3 + random() % 8, weights_of(n));
    score best = unreachable;
    for (const auto& path : all_paths(problem.view())) best = std::max(best, path.total);
    CAPTURE(n);
    for (const char* engine : {"simd", "sequential"}) {
      if (is_reachable(best))
        REQUIRE(solve(problem, engine) == best);
      else
        REQUIRE_FALSE(is_reachable(solve(problem, engine)));
    }
  }
}

TEST_CASE("the literal engine gives the rows of the recurrence, all planes of them") {
  const std::uint64_t seed = exonweave::testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 200; ++n) {
    const auto problem = random_problem(random, 3 + random() % 60, weights_of(n));
    CAPTURE(n);
    exonweave::testing::check_pass(*aligned(problem.view(), "sequential"));
  }
}
