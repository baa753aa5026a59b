// Gene models: back to forward coordinates, with phases, frameshifts and the share that is identical.
#include "catch.hpp"
#include "exons/models/gene_model.hpp"
#include "exons/one_strand.hpp"

using namespace exonweave;
using exonweave::testing::case_on;
using spliced::edit;

namespace {

// Target symbols [begin, end) on exon [start, start + n).
spliced::aligned_exon part(std::int64_t start, std::int64_t n, std::size_t begin, std::size_t end,
                           std::vector<spliced::edit_run> edits) {
  return {start, start + n, 0, false, begin, end, std::move(edits)};
}

spliced::aligned_exon matched(std::int64_t start, std::int64_t n, std::size_t begin) {
  return part(start, n, begin, begin + static_cast<std::size_t>(n), {{edit::match, static_cast<std::uint32_t>(n)}});
}

// The model of these exons on a strand of 100 A, against `residues`.
gene_model model_of(const std::vector<spliced::aligned_exon>& exons, const std::string& residues,
                    strand on = strand::forward, std::string_view strand_residues = {}) {
  std::vector<strand_exon> places;
  candidate_set candidates;
  for (const auto& exon : exons) {
    places.push_back({{exon.begin, exon.end}, 0, {}});
    candidates.exons.push_back({});
  }
  const std::string all_a(100, 'A');
  const auto problem = case_on(strand_residues.empty() ? all_a : strand_residues, places);
  const alignment_task locus{2, {0, 100}, on, 5};
  const target aligned{"t", residues, 1};
  return make_gene_model({17, exons}, {},
                         {locus, problem, problem.region, candidates, aligned, molecule::dna, standard_code(), 100});
}

std::vector<int> phases(const gene_model& model) {
  std::vector<int> all;
  for (const auto& exon : model.exons) all.push_back(exon.phase);
  return all;
}

// ATG, n codons AAA, TAA.
std::string coding(int n_codons) {
  std::string dna = "ATG";
  for (int n = 0; n < n_codons; ++n) dna += "AAA";
  return dna + "TAA";
}

}  // namespace

TEST_CASE("a whole coding sequence begins with ATG, ends with its only stop codon and has no codon cut") {
  CHECK(is_coding_sequence("ATGTAA"));
  CHECK(is_coding_sequence("ATGAAATAG"));
  CHECK(is_coding_sequence("ATGNNNTGA"));
  CHECK(is_coding_sequence("ATGATAATTTAA"));  // TAA out of frame
  CHECK(is_coding_sequence("ATGTAR"));        // TAA or TAG
  for (const std::string no : {"", "ATG", "TAA", "ATGTA", "ATGTAAA", "ATGAAA", "CTGTAA", "ATGTAATAA", "ATGAATAA",
                               "NTGTAA", "ATGTAN", "ATGTRR"})
    CHECK_FALSE(is_coding_sequence(no));
}

TEST_CASE("which codons end a coding sequence depends on the genetic code") {
  CHECK(is_coding_sequence("ATGTGATAA", genetic_code(4)));
  CHECK_FALSE(is_coding_sequence("ATGTGA", genetic_code(4)));
  CHECK(is_coding_sequence("ATGTGATGA", genetic_code(27)));  // an amino acid within, a stop at the end
}

TEST_CASE("exons of the forward strand keep their places, in reading order") {
  const auto model = model_of({matched(10, 4, 0), matched(30, 5, 4)}, coding(1));
  CHECK(model.sequence == 2);
  CHECK(model.target == 5);
  CHECK(model.score == 17);
  CHECK(model.on == strand::forward);
  CHECK(model.is_coding);
  REQUIRE(model.exons.size() == 2);
  CHECK(model.exons[0].where == interval{10, 14});
  CHECK(model.exons[1].where == interval{30, 35});
  CHECK(model.span() == interval{10, 35});
  CHECK(model.in_target() == interval{0, 9});
}

TEST_CASE("exons of the reverse strand are turned around, with their phases in reading direction") {
  const auto model = model_of({matched(10, 4, 0), matched(30, 5, 4)}, coding(1), strand::reverse);
  REQUIRE(model.exons.size() == 2);
  CHECK(model.exons[0].where == interval{65, 70});  // [30, 35) from the other end
  CHECK(model.exons[1].where == interval{86, 90});  // [10, 14): the first in reading direction
  CHECK(phases(model) == std::vector<int>{2, 0});
  CHECK(model.exons[0].in_target == interval{4, 9});
  CHECK(model.in_target() == interval{0, 9});
  CHECK(model.n_frameshifts == 0);
}

TEST_CASE("the phase counts the bases that still belong to the codon before, over exons of one and two bases") {
  const auto after = [](const std::vector<std::int64_t>& lengths) {
    std::vector<spliced::aligned_exon> exons;
    std::int64_t start = 0;
    std::size_t begin = 0;
    for (const auto length : lengths) {
      exons.push_back(matched(start, length, begin));
      start += length + 10;
      begin += static_cast<std::size_t>(length);
    }
    const auto model = model_of(exons, coding(3));
    CHECK(model.n_frameshifts == 0);
    return phases(model);
  };
  using all = std::vector<int>;
  CHECK(after({3, 3}) == all{0, 0});
  CHECK(after({4, 5}) == all{0, 2});
  CHECK(after({5, 4}) == all{0, 1});
  CHECK(after({1, 8}) == all{0, 2});
  CHECK(after({2, 7}) == all{0, 1});
  CHECK(after({1, 1, 1, 6}) == all{0, 2, 1, 0});
  CHECK(after({2, 2, 2, 6}) == all{0, 1, 2, 0});
  CHECK(after({1, 2, 1, 5}) == all{0, 2, 0, 2});
}

TEST_CASE("a chain that begins inside the target begins in the target's frame") {
  CHECK(phases(model_of({matched(10, 6, 3)}, coding(3))) == std::vector<int>{0});
  CHECK(phases(model_of({matched(10, 6, 4)}, coding(3))) == std::vector<int>{2});
  CHECK(phases(model_of({matched(10, 6, 5)}, coding(3))) == std::vector<int>{1});
}

TEST_CASE("bases before the first pair count back from the target symbol it stands for") {
  CHECK(phases(model_of({part(10, 6, 0, 5, {{edit::deletion, 1}, {edit::match, 5}})}, coding(3))) ==
        std::vector<int>{1});
  CHECK(phases(model_of({part(10, 6, 0, 3, {{edit::deletion, 3}, {edit::match, 3}})}, coding(3))) ==
        std::vector<int>{0});
  CHECK(phases(model_of({part(10, 6, 0, 7, {{edit::insertion, 1}, {edit::match, 6}})}, coding(3))) ==
        std::vector<int>{2});
}

TEST_CASE("an exon that begins in another frame than the one before it is a frameshift, and so is the return") {
  const auto shifts = [](const std::vector<spliced::aligned_exon>& exons) {
    return model_of(exons, coding(8)).n_frameshifts;
  };
  const auto lost = part(0, 7, 0, 6, {{edit::match, 6}, {edit::deletion, 1}});  // a base too many
  CHECK(shifts({lost}) == 0);                                                   // no exon behind it
  CHECK(shifts({lost, matched(20, 6, 6)}) == 1);
  CHECK(shifts({lost, matched(20, 6, 6), matched(40, 6, 12)}) == 1);
  const auto regained = part(20, 5, 6, 12, {{edit::match, 5}, {edit::insertion, 1}});
  CHECK(shifts({lost, regained, matched(40, 6, 12)}) == 2);
  const auto codon = part(0, 9, 0, 6, {{edit::match, 6}, {edit::deletion, 3}});  // a codon too many
  CHECK(shifts({codon, matched(20, 6, 6)}) == 0);
}

TEST_CASE("phases go on from exon to exon even where the target's frame is left") {
  const auto lost = part(0, 7, 0, 6, {{edit::match, 6}, {edit::deletion, 1}});
  CHECK(phases(model_of({lost, matched(20, 6, 6)}, coding(8))) == std::vector<int>{0, 2});
}

TEST_CASE("a target that is no coding sequence gives no phases") {
  const auto model = model_of({matched(10, 4, 0), matched(30, 5, 4)}, "AAAAAAAAA");
  CHECK_FALSE(model.is_coding);
  CHECK(phases(model) == std::vector<int>{no_phase, no_phase});
  CHECK(model.n_frameshifts == 0);
}

TEST_CASE("identity counts identical pairs among pairs and gaps, coverage pairs among target symbols") {
  const std::string residues = "AAAACAAA" + std::string(92, 'C');
  const auto model =
      model_of({part(0, 8, 1, 8, {{edit::match, 3}, {edit::deletion, 2}, {edit::insertion, 1}, {edit::match, 3}})},
               "AAAAAAAAAA", strand::forward, residues);
  CHECK(model.identity == 6.0 / 9);  // residues 3 and 4 are left out
  CHECK(model.coverage == 6.0 / 10);
  const auto mismatched = model_of({matched(2, 4, 0)}, "AAAA", strand::forward, residues);
  CHECK(mismatched.identity == 3.0 / 4);
  CHECK(mismatched.coverage == 1.0);
}

TEST_CASE("a chain without any pair has neither identity nor coverage") {
  const auto model = model_of({part(10, 3, 0, 0, {{edit::deletion, 3}})}, "AAAA");
  CHECK(model.identity == 0);
  CHECK(model.coverage == 0);
  CHECK(model.in_target().length() == 0);
}

TEST_CASE("an exon names its candidates, sorted and once each") {
  candidate_set candidates;
  for (const auto& ids : {std::vector<std::string>{"b", "a"}, {"a", ""}, {"never"}}) {
    merged_exon exon;
    for (const auto& id : ids) exon.statements.push_back({0, 0, 0, id, ""});
    candidates.exons.push_back(exon);
  }
  auto problem = case_on("ACGT", {{{0, 4}, 0, {}}});
  problem.candidates = {{0, 1}};
  const alignment_task locus{0, {0, 4}, strand::forward, 0};
  const target aligned{"t", "ACGT", 1};
  const auto model =
      make_gene_model({0, {matched(0, 4, 0)}}, {},
                      {locus, problem, problem.region, candidates, aligned, molecule::dna, standard_code(), 4});
  CHECK(model.exons.at(0).candidates == std::vector<std::string>{"a", "b"});
}
