// The order of ties where gaps are affine, ends unaligned, codons split and frames shifted: clause by clause, with
// match 2, mismatch -7, and a gap of k symbols for 4 + k unless told otherwise.
#include "catch.hpp"
#include "spliced/aligned.hpp"
#include "spliced/kept_pass.hpp"
#include "spliced/paths/traceback.hpp"
#include "spliced/small_problem.hpp"

using namespace exonweave::spliced;
using exonweave::testing::small_problem;
using exonweave::testing::text_of;

namespace {

constexpr node_id source = graph_view::source();

small_problem affine(std::string_view genome, std::string_view in_target) {
  small_problem made(genome, in_target);
  made.gaps = {4, 1};
  return made;
}

small_problem with_ends(std::string_view genome, std::string_view in_target, gap_costs ends) {
  small_problem made = affine(genome, in_target);
  made.residue_ends = ends;
  return made;
}

// By every engine, with much memory and with little, and with all rows kept: one answer.
alignment solve(const small_problem& problem) {
  exonweave::testing::kept_pass kept(problem.view());
  const alignment found = trace_back(kept);
  CHECK(found.total == kept.end().total);
  for (const std::string& name : cpu_engines().names()) {
    const exonweave::testing::aligned pass(problem.view(), name);
    CHECK(trace_back(*pass) == found);
    const alignment_job job{.input = problem.view(), .schedule = pass.schedule.get(), .is_exact = true};
    const auto least = cpu_engines().make(name)->min_memory(job);
    const exonweave::testing::aligned in_little(problem.view(), name, least);
    CHECK(trace_back(*in_little) == found);
  }
  return found;
}

alignment solve_one_exon(small_problem problem) {
  problem.add_sink({{problem.add_exon(0, problem.graph.view().residues.size(), {{source, 0}}), 0}});
  return solve(problem);
}

// "begin-end: edits" of each exon, with what it skips, and ~ where it goes on behind a frameshift.
std::string text(const alignment& chain) {
  std::string all;
  for (const auto& exon : chain.exons) {
    all += (all.empty() ? "" : ", ") + std::string(exon.is_shifted ? "~" : "") + std::to_string(exon.begin) +
           (exon.n_skipped > 0 ? "+" + std::to_string(exon.n_skipped) : "") + "-" + std::to_string(exon.end) + ":";
    if (!exon.edits.empty()) all += " " + text_of(exon.edits);
  }
  return all;
}

}  // namespace

TEST_CASE("one gap of two symbols goes before two gaps of one, since it is cheaper") {
  const auto found = solve_one_exon(affine("CAACC", "CCC"));
  CHECK(found.total == 3 * 2 - 4 - 2);
  CHECK(text(found) == "0-5: M1 D2 M2");
  CHECK(text(solve_one_exon(affine("CCC", "CAACC"))) == "0-3: M1 I2 M2");
}

TEST_CASE("an affine gap too stands as far left as it can") {
  CHECK(text(solve_one_exon(affine("CAAAG", "CAG"))) == "0-5: M1 D2 M2");
  CHECK(text(solve_one_exon(affine("CAG", "CAAAG"))) == "0-3: M1 I2 M2");
}

TEST_CASE("beside each other, an unaligned residue goes before an unaligned target symbol") {
  auto problem = affine("CAG", "CTG");
  problem.substitution = dna_matrix(match_mismatch(2, -70));
  CHECK(text(solve_one_exon(problem)) == "0-3: M1 I1 D1 M1");
}

TEST_CASE("a long affine gap is followed through its planes, not from cell to cell") {
  // From its right end, D alone (5) would be dearer than the pair; the whole gap is not.
  const auto found = solve_one_exon(affine("ACCCCCCT", "AT"));
  CHECK(found.total == 4 - 4 - 6);
  CHECK(text(found) == "0-8: M1 D6 M1");
  CHECK(text(solve_one_exon(affine("AT", "ACCCCCCT"))) == "0-2: M1 I6 M1");
}

TEST_CASE("a gap goes on across an intron and opens once") {
  auto problem = affine("ACGT", "AT");
  problem.add_sink({{problem.add_exon(2, 4, {{problem.add_exon(0, 2, {{source, 0}}), 0}}), 0}});
  const auto found = solve(problem);
  CHECK(found.total == 4 - 4 - 2);
  CHECK(text(found) == "0-2: M1 D1, 2-4: D1 M1");
}

TEST_CASE("target symbols that are unaligned between exons belong to the first") {
  auto problem = affine("AT", "ACCT");
  problem.add_sink({{problem.add_exon(1, 2, {{problem.add_exon(0, 1, {{source, 0}}), 0}}), 0}});
  const auto found = solve(problem);
  CHECK(text(found) == "0-1: M1 I2, 1-2: M1");
  CHECK(found.exons[0].target_end == 3);
  CHECK(found.exons[1].target_begin == 3);
}

TEST_CASE("residues before the first pair and behind the last are unaligned where that is cheaper") {
  const auto found = solve_one_exon(with_ends("GGACGG", "AC", {1, 0}));
  CHECK(found.total == 4 - 1 - 1);
  CHECK(text(found) == "0-6: U2 M2 U2");
}

TEST_CASE("between pairs residues are a gap, whatever unaligned ends cost") {
  CHECK(text(solve_one_exon(with_ends("AGGC", "AC", {0, 0}))) == "0-4: M1 D2 M1");
}

TEST_CASE("of equal worth, a gap goes before an unaligned end") {
  const auto ahead = solve_one_exon(with_ends("GAC", "AC", {4, 1}));
  CHECK(text(ahead) == "0-3: D1 M2");
  const auto after = solve_one_exon(with_ends("ACG", "AC", {4, 1}));
  CHECK(text(after) == "0-3: M2 D1");
  CHECK(ahead.total == after.total);
}

TEST_CASE("a pair goes before an unaligned end of the same worth") {
  auto problem = with_ends("GAC", "AC", {2, 0});
  problem.substitution = dna_matrix(match_mismatch(2, -2));
  problem.free_target_ends = true;
  problem.target = encode_dna("TAC");
  CHECK(text(solve_one_exon(problem)) == "0-3: M3");
}

TEST_CASE("residues behind the last pair are as few as they can be: the pairs end in the largest column") {
  // The last T of the target is a gap before GG's unaligned end, or left out with it.
  const auto found = solve_one_exon(with_ends("ACGG", "ACT", {1, 0}));
  CHECK(found.total == 4 - 5 - 1);
  CHECK(text(found) == "0-4: M2 I1 U2");
  CHECK(found.exons[0].target_end == 3);
}

TEST_CASE("where the rest of the target is for nothing, it is left out behind the last pair") {
  auto problem = with_ends("ACGG", "ACT", {1, 0});
  problem.free_target_ends = true;
  const auto found = solve_one_exon(problem);
  CHECK(found.total == 4 - 1);
  CHECK(text(found) == "0-4: M2 U2");
  CHECK(found.exons[0].target_begin == 0);
  CHECK(found.exons[0].target_end == 2);
}

TEST_CASE("an unaligned end may hold whole exons") {
  auto problem = with_ends("GGACGG", "AC", {1, 0});
  const auto left = problem.add_exon(0, 2, {{source, 0}});
  const auto middle = problem.add_exon(2, 4, {{left, 0}});
  problem.add_sink({{problem.add_exon(4, 6, {{middle, 0}}), 0}});
  const auto found = solve(problem);
  CHECK(text(found) == "0-2: U2, 2-4: M2, 4-6: U2");
  CHECK(found.exons[0].target_end == 0);
  CHECK(found.exons[2].target_begin == 2);
  CHECK(found.exons[2].target_end == 2);
}

TEST_CASE("an unaligned residue of an end goes before the exon's begin") {
  auto problem = with_ends("GAC", "AC", {1, 0});
  const auto shorter = problem.add_exon(1, 3, {{source, 0}});
  const auto longer = problem.add_exon(0, 3, {{source, 1}});
  problem.add_sink({{shorter, 0}, {longer, 0}});
  CHECK(text(solve(problem)) == "0-3: U1 M2");
}

TEST_CASE("a frameshift parts an exon in two, and the second goes on with the first") {
  auto problem = affine("ACTGT", "ACGT");
  const auto ac = problem.graph.add_run(0, 2, 2, std::vector<edge>{{source, 0}});
  const auto gt = problem.graph.add_run(3, 2, 5, std::vector<edge>{{ac, -3, no_residue, 1}});
  problem.add_sink({{gt, 0}});
  const auto found = solve(problem);
  CHECK(found.total == 8 - 3);
  CHECK(text(found) == "0-2: M2, ~3-5: M2");
}

TEST_CASE("an edit goes before a frameshift, of frameshifts the one that skips less") {
  // A [0, 1) behind 2 skipped nt, or AA [0, 2) behind 1, its first A unaligned and made up for.
  auto shifted = affine("AACGT", "AGT");
  const auto aa = shifted.graph.add_run(0, 2, 2, std::vector<edge>{{source, 5}});
  const auto first = shifted.graph.add_run(0, 1, 1, std::vector<edge>{{source, 0}});
  const auto after =
      shifted.graph.add_run(3, 2, 5, std::vector<edge>{{first, -3, no_residue, 2}, {aa, -3, no_residue, 1}});
  shifted.add_sink({{after, 0}});
  CHECK(text(solve(shifted)) == "0-2: D1 M1, ~3-5: M2");
  // GT with C before it, unaligned, and no frameshift; or without.
  auto problem = affine("ACGT", "GT");
  const auto a = problem.graph.add_run(0, 1, 1, std::vector<edge>{{source, 5}});
  const auto c = problem.graph.add_run(1, 1, 2, std::vector<edge>{{source, 5}});
  const auto gt = problem.graph.add_run(2, 2, 4, std::vector<edge>{{c, 0}, {a, 0, no_residue, 1}});
  problem.add_sink({{gt, 0}});
  CHECK(text(solve(problem)) == "1-4: D1 M2");
}

TEST_CASE("a frameshift goes before the exon's begin") {
  auto problem = affine("ACGT", "GT");
  const auto a = problem.graph.add_run(0, 1, 1, std::vector<edge>{{source, 5}});
  const auto gt = problem.graph.add_run(2, 2, 4, std::vector<edge>{{source, 0}, {a, 0, no_residue, 1}});
  problem.add_sink({{gt, 0}});
  CHECK(text(solve(problem)) == "0-1: D1, ~2-4: M2");
}

TEST_CASE("a split codon that the exon behind the intron aligns is an edit of that one") {
  // AC and 1 nt more up to 3; from 10 on 2 nt, then T: the codon in between is G.
  auto problem = affine("ACT", "ACGT");
  const auto ac = problem.graph.add_run(0, 2, 2, std::vector<edge>{{source, 0}});
  const auto carried = problem.graph.add_junction(3, std::vector<edge>{{ac, 0, no_residue, 1}});
  const auto split = problem.graph.add_pass(12, std::vector<edge>{{carried, -1, dna_code('G'), 2}});
  const auto t = problem.graph.add_run(2, 1, 13, std::vector<edge>{{split, 0}});
  problem.add_sink({{problem.graph.add_junction(13, std::vector<edge>{{t, 0}}), 0}});
  const auto found = solve(problem);
  CHECK(found.total == 8 - 1);
  CHECK(text(found) == "0-3: M2, 10-13: M2");
  CHECK(found.exons[0].target_end == 2);
  CHECK(found.exons[1].target_begin == 2);
}

TEST_CASE(
    "one that the exon before the intron aligns is an edit of that, what is unaligned behind it of the "
    "next") {
  // AC and 2 nt more up to 4; 1 nt from 10 on, then T: the codon in between is G.
  const auto of_target = [](std::string_view target, std::optional<gap_costs> ends) {
    auto problem = affine("ACT", target);
    problem.residue_ends = ends;
    const auto ac = problem.graph.add_run(0, 2, 2, std::vector<edge>{{source, 0}});
    const auto open = problem.graph.add_open_pass(4, std::vector<edge>{{ac, -1, dna_code('G'), 2}});
    const auto carried = problem.graph.add_junction(4, std::vector<edge>{{open, 0}});
    const auto whole = problem.graph.add_pass(11, std::vector<edge>{{carried, 0, no_residue, 1}});
    const auto t = problem.graph.add_run(2, 1, 12, std::vector<edge>{{whole, 0}});
    problem.add_sink({{problem.graph.add_junction(12, std::vector<edge>{{t, 0}}), 0}});
    return solve(problem);
  };
  const auto found = of_target("ACGT", std::nullopt);
  CHECK(found.total == 8 - 1);
  CHECK(text(found) == "0-4: M3, 10-12: M1");
  CHECK(found.exons[0].target_end == 3);
  CHECK(found.exons[1].target_begin == 3);
  CHECK(text(of_target("ACGAAT", std::nullopt)) == "0-4: M3, 10-12: I2 M1");
  CHECK(text(of_target("AT", std::nullopt)) == "0-4: M1 D2, 10-12: M1");
  CHECK(text(of_target("AC", gap_costs{1, 0})) == "0-4: M2 U1, 10-12: U1");
  CHECK(text(of_target("ACG", gap_costs{1, 0})) == "0-4: M3, 10-12: U1");
  CHECK(text(of_target("T", gap_costs{1, 0})) == "0-4: U3, 10-12: M1");
}

TEST_CASE("an exon within a split codon has no edits of its own, where another aligns it") {
  // 1 nt of the codon at the end of [0, 3), 1 nt is [10, 11), 1 nt at the begin of [20, 22).
  auto problem = affine("ACT", "ACGT");
  const auto ac = problem.graph.add_run(0, 2, 2, std::vector<edge>{{source, 0}});
  const auto first = problem.graph.add_junction(3, std::vector<edge>{{ac, 0, no_residue, 1}});
  const auto within = problem.graph.add_pass(10, std::vector<edge>{{first, 0}});
  const auto second = problem.graph.add_junction(11, std::vector<edge>{{within, 0, no_residue, 1}});
  const auto split = problem.graph.add_pass(21, std::vector<edge>{{second, 0, dna_code('G'), 1}});
  const auto t = problem.graph.add_run(2, 1, 22, std::vector<edge>{{split, 0}});
  problem.add_sink({{problem.graph.add_junction(22, std::vector<edge>{{t, 0}}), 0}});
  const auto found = solve(problem);
  CHECK(found.total == 8);
  CHECK(text(found) == "0-3: M2, 10-11:, 20-22: M2");
}

TEST_CASE("of split codons that spell the same, the one that leaves the later begin goes first") {
  // G completed with 2 nt from 10 on, carrying 1 from [0, 3), or with 1 from 11 on, carrying 2 from [0, 4).
  auto problem = affine("ACT", "ACGT");
  const auto ac = problem.graph.add_run(0, 2, 2, std::vector<edge>{{source, 0}});
  const auto one = problem.graph.add_junction(3, std::vector<edge>{{ac, 0, no_residue, 1}});
  const auto two = problem.graph.add_junction(4, std::vector<edge>{{ac, 0, no_residue, 2}});
  const auto g = dna_code('G');
  const auto split = problem.graph.add_pass(12, std::vector<edge>{{one, 0, g, 2}, {two, 0, g, 1}});
  const auto t = problem.graph.add_run(2, 1, 13, std::vector<edge>{{split, 0}});
  problem.add_sink({{problem.graph.add_junction(13, std::vector<edge>{{t, 0}}), 0}});
  CHECK(text(solve(problem)) == "0-4: M2, 11-13: M2");
}

TEST_CASE("a split codon may be unaligned, in a gap or at an end") {
  const auto of_target = [](std::string_view target, std::optional<gap_costs> ends) {
    auto problem = affine("ACT", target);
    problem.residue_ends = ends;
    const auto ac = problem.graph.add_run(0, 2, 2, std::vector<edge>{{source, 0}});
    const auto carried = problem.graph.add_junction(3, std::vector<edge>{{ac, 0, no_residue, 1}});
    const auto split = problem.graph.add_pass(12, std::vector<edge>{{carried, 0, dna_code('G'), 2}});
    const auto t = problem.graph.add_run(2, 1, 13, std::vector<edge>{{split, 0}});
    problem.add_sink({{problem.graph.add_junction(13, std::vector<edge>{{t, 0}}), 0}});
    return text(solve(problem));
  };
  CHECK(of_target("ACT", std::nullopt) == "0-3: M2, 10-13: D1 M1");
  CHECK(of_target("AT", std::nullopt) == "0-3: M1 D1, 10-13: D1 M1");  // one gap
  CHECK(of_target("AC", gap_costs{1, 0}) == "0-3: M2, 10-13: U2");
  CHECK(of_target("T", gap_costs{1, 0}) == "0-3: U2, 10-13: U1 M1");
}

TEST_CASE("a chain that begins within a codon skips what no residue stands for") {
  auto problem = affine("GT", "GT");
  const auto gt = problem.graph.add_run(0, 2, 12, std::vector<edge>{{source, 0, no_residue, 2}});
  problem.add_sink({{problem.graph.add_junction(12, std::vector<edge>{{gt, 0}}), 0}});
  const auto found = solve(problem);
  CHECK(text(found) == "8+2-12: M2");
  CHECK(found.exons[0].begin == 8);
}
