// The order of ties, clause by clause, on examples small enough to work out by hand, with match 2, mismatch
// -7 and gap 3 unless told otherwise.
#include <stdexcept>

#include "catch.hpp"
#include "spliced/kept_pass.hpp"
#include "spliced/paths/traceback.hpp"
#include "spliced/small_problem.hpp"

using namespace exonweave::spliced;
using exonweave::testing::counting_pass;
using exonweave::testing::kept_pass;
using exonweave::testing::small_problem;
using exonweave::testing::text_of;

namespace {

constexpr node_id source = graph_view::source();

alignment solve(const small_problem& problem) {
  kept_pass pass(problem.view());
  return trace_back(pass);
}

alignment solve_one_exon(small_problem problem) {
  problem.add_sink({{problem.add_exon(0, problem.graph.view().residues.size(), {{source, 0}}), 0}});
  return solve(problem);
}

// The exons of a chain as "start-end".
std::string places(const alignment& chain) {
  std::string text;
  for (const auto& exon : chain.exons)
    text += (text.empty() ? "" : " ") + std::to_string(exon.begin) + "-" + std::to_string(exon.end);
  return text;
}

// Keeps the right rows, but lies about the best score.
class lying_pass : public kept_pass {
 public:
  using kept_pass::kept_pass;
  [[nodiscard]] const best_end& end() const override { return lie_; }

 private:
  best_end lie_{5, 3};
};

}  // namespace

TEST_CASE("a match of all symbols is one run of edits") {
  const auto found = solve_one_exon(small_problem("ACGT", "ACGT"));
  CHECK(found.total == 8);
  REQUIRE(found.exons.size() == 1);
  CHECK(text_of(found.exons[0].edits) == "M4");
  CHECK(found.exons[0].begin == 0);
  CHECK(found.exons[0].end == 4);
  CHECK(found.exons[0].target_begin == 0);
  CHECK(found.exons[0].target_end == 4);
}

TEST_CASE("a match goes before an unaligned symbol: gaps stand as far left as they can") {
  CHECK(text_of(solve_one_exon(small_problem("CAAA", "CA")).exons[0].edits) == "M1 D2 M1");
  CHECK(text_of(solve_one_exon(small_problem("CAAG", "CAG")).exons[0].edits) == "M1 D1 M2");
  CHECK(text_of(solve_one_exon(small_problem("CAG", "CAAG")).exons[0].edits) == "M1 I1 M2");
}

TEST_CASE("a residue is left unaligned for what it earns in a gap") {
  small_problem problem("ACT", "ACT");
  problem.graph = row_graph(encode_dna("ACT"), 1, std::vector<gap_weight>{0, 10, 0});
  const auto found = solve_one_exon(problem);
  CHECK(found.total == 2 + (10 - 3) - 3 + 2);
  CHECK(text_of(found.exons[0].edits) == "M1 I1 D1 M1");
  problem.residue_ends = gap_costs{1, 0};
  problem.free_target_ends = true;
  const auto by_its_begin = solve_one_exon(problem);
  CHECK(by_its_begin.total == (10 - 1) + 2);
  CHECK(text_of(by_its_begin.exons[0].edits) == "U2 M1");
}

TEST_CASE("a pair that does not match goes before two unaligned symbols of the same cost") {
  small_problem problem("CAG", "CTG");
  problem.substitution = dna_matrix(match_mismatch(2, -6));
  CHECK(text_of(solve_one_exon(problem).exons[0].edits) == "M3");
}

TEST_CASE("an unaligned genomic symbol goes before an unaligned target symbol") {
  // Read from the end: M, then D and I in either order.
  CHECK(text_of(solve_one_exon(small_problem("CAG", "CTG")).exons[0].edits) == "M1 I1 D1 M1");
}

TEST_CASE("an unaligned genomic symbol goes before the chain's begin") {
  // [1, 2) alone, or [0, 2) with one symbol more, which its weight makes up for.
  small_problem problem("TA", "A");
  const auto shorter = problem.add_exon(1, 2, {{source, 0}});
  const auto longer = problem.add_exon(0, 2, {{source, 3}});
  problem.add_sink({{shorter, 0}, {longer, 0}});
  const auto found = solve(problem);
  CHECK(found.total == 2);
  CHECK(places(found) == "0-2");
  CHECK(text_of(found.exons[0].edits) == "D1 M1");
}

TEST_CASE("an unaligned target symbol goes before the chain's begin") {
  // [1, 2) leaves T and C of the target before it; [0, 2) leaves C within, and its weight makes both equal.
  small_problem problem("TA", "TCA");
  const auto shorter = problem.add_exon(1, 2, {{source, 0}});
  const auto longer = problem.add_exon(0, 2, {{source, -5}});
  problem.add_sink({{shorter, 0}, {longer, 0}});
  const auto found = solve(problem);
  CHECK(found.total == -4);
  CHECK(places(found) == "0-2");
  CHECK(text_of(found.exons[0].edits) == "M1 I1 M1");
}

TEST_CASE("the chain's begin goes before an earlier exon: fewer exons of the same worth") {
  // An exon T before AC costs a gap, which the weight on the way to the next exon makes up for.
  small_problem problem("TAC", "AC");
  const auto first = problem.add_exon(0, 1, {{source, 0}});
  problem.add_sink({{problem.add_exon(1, 3, {{source, 0}, {first, 3}}), 0}});
  const auto found = solve(problem);
  CHECK(found.total == 4);
  CHECK(places(found) == "1-3");
  CHECK(found.exons[0].target_begin == 0);
}

TEST_CASE("of earlier exons the one that ends later goes first: short introns before long ones") {
  small_problem problem("AAGC", "AC");
  const auto far = problem.add_exon(0, 1, {{source, 0}});
  const auto near = problem.add_exon(1, 2, {{source, 0}});
  problem.add_sink({{problem.add_exon(3, 4, {{far, 0}, {near, 0}}), 0}});
  CHECK(places(solve(problem)) == "1-2 3-4");
}

TEST_CASE("of chains that end at different places the one that ends later goes first") {
  small_problem problem("ACAC", "AC");
  const auto early = problem.add_exon(0, 2, {{source, 0}});
  const auto late = problem.add_exon(2, 4, {{source, 0}});
  problem.add_sink({{early, 0}, {late, 0}});
  CHECK(places(solve(problem)) == "2-4");
}

TEST_CASE("a later end is found through a junction chain too, and wins only between equals") {
  small_problem problem("ACAC", "AC");
  const auto early = problem.add_exon(0, 2, {{source, 0}});
  const auto late = problem.add_exon(2, 4, {{source, 0}});
  const auto both = problem.graph.add_junction(4, std::vector<edge>{{early, 0}, {late, 0}});
  problem.add_sink({{both, 0}});
  CHECK(places(solve(problem)) == "2-4");
  small_problem dear("ACAC", "AC");
  const auto cheap_early = dear.add_exon(0, 2, {{source, 0}});
  const auto dear_late = dear.add_exon(2, 4, {{source, -1}});
  dear.add_sink({{cheap_early, 0}, {dear_late, 0}});
  CHECK(places(solve(dear)) == "0-2");
}

TEST_CASE("the later end wins in whatever order the ends are given to a junction") {
  for (const bool late_first : {false, true}) {
    small_problem problem("ACAC", "AC");
    const auto early = problem.graph.add_run(0, 2, 2, std::vector<edge>{{source, 0}});
    const auto late = problem.graph.add_run(2, 2, 4, std::vector<edge>{{source, 0}});
    const edge first{late_first ? late : early, 0}, second{late_first ? early : late, 0};
    problem.add_sink({first, second});
    CHECK(places(solve(problem)) == "2-4");
  }
}

TEST_CASE("one long exon goes before two that spell the same") {
  small_problem problem("ACGT", "ACGT");
  const auto left = problem.add_exon(0, 2, {{source, 0}});
  const auto right = problem.add_exon(2, 4, {{source, 0}, {left, 0}});
  const auto whole = problem.add_exon(0, 4, {{source, 0}});
  problem.add_sink({{right, 0}, {whole, 0}});
  CHECK(places(solve(problem)) == "0-4");
}

TEST_CASE("with free target ends the last of the best columns is taken") {
  small_problem problem("A", "AAA");
  problem.free_target_ends = true;
  const auto found = solve_one_exon(problem);
  CHECK(found.total == 2);
  CHECK(found.exons[0].target_begin == 2);
  CHECK(found.exons[0].target_end == 3);
}

TEST_CASE("an exon made of several runs is one exon, as if it were one run") {
  small_problem problem("ACGT", "AGT");
  const auto head = problem.graph.add_run(0, 1, 1, std::vector<edge>{{source, 0}});
  const auto body = problem.graph.add_run(1, 2, 3, std::vector<edge>{{head, 0}});
  const auto tail = problem.graph.add_run(3, 1, 4, std::vector<edge>{{body, 0}});
  problem.add_sink({{problem.graph.add_junction(4, std::vector<edge>{{tail, 0}}), 0}});
  CHECK(solve(problem) == solve_one_exon(small_problem("ACGT", "AGT")));
}

TEST_CASE("an exon that shares the rows behind another's start keeps its own start") {
  // [0, 4) and [2, 4) share the rows of GT; only the longer one spells ACGT.
  small_problem problem("ACGT", "ACGT");
  const auto head = problem.graph.add_run(0, 2, 2, std::vector<edge>{{source, 0}});
  const auto tail = problem.graph.add_run(2, 2, 4, std::vector<edge>{{head, 0}, {source, 0}});
  problem.add_sink({{problem.graph.add_junction(4, std::vector<edge>{{tail, 0}}), 0}});
  CHECK(places(solve(problem)) == "0-4");
  problem.target = encode_dna("GT");
  CHECK(places(solve(problem)) == "2-4");
}

TEST_CASE("an empty target leaves every symbol of the shortest exon unaligned") {
  const auto found = solve_one_exon(small_problem("ACG", ""));
  CHECK(found.total == -9);
  CHECK(text_of(found.exons[0].edits) == "D3");
}

TEST_CASE("rows that contradict each other are found out") {
  small_problem problem("ACGT", "ACG");
  problem.add_sink({{problem.add_exon(0, 4, {{source, 0}}), 0}});
  lying_pass pass(problem.view());
  CHECK_THROWS_AS(trace_back(pass), std::logic_error);
}

TEST_CASE("an unaligned stretch of n target symbols reads its row once and n cells a few times") {
  for (const gap_costs gaps : {gap_costs{0, 1}, gap_costs{4, 1}})
    for (const std::size_t n : {std::size_t{1000}, std::size_t{16000}}) {
      CAPTURE(gaps.open, n);
      small_problem problem("AC", "A" + std::string(n, 'G') + "C");
      problem.gaps = gaps;
      problem.add_sink({{problem.add_exon(0, 2, {{source, 0}}), 0}});
      counting_pass pass(problem.view());
      CHECK(text_of(trace_back(pass).exons.at(0).edits) == "M1 I" + std::to_string(n) + " M1");
      CHECK(pass.n_cells < 5 * n + 50);
      CHECK(pass.rows == std::vector<node_row>{{1, 1}});
    }
}

TEST_CASE("pairs and unaligned residues are read cell by cell") {
  small_problem problem("AACGTT" + std::string(500, 'C') + "ACGT", "AACGTTACGT");
  problem.gaps = {4, 1};
  problem.add_sink({{problem.add_exon(0, 510, {{source, 0}}), 0}});
  counting_pass pass(problem.view());
  CHECK(text_of(trace_back(pass).exons.at(0).edits) == "M6 D500 M4");
  CHECK(pass.rows.empty());
  CHECK(pass.n_cells < 5 * 510);
}
