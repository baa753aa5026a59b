// Alignments of proteins in the operations of miniprot's CIGAR.
#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/writers/protein_alignment.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;
using namespace exonweave::testing;
using spliced::edit;

namespace {

using chain = std::vector<spliced::aligned_exon>;

struct aligned {
  gene_model model;
  protein_alignment made;
  [[nodiscard]] std::string cigar() const { return cigar_text(made.runs); }
};

aligned align(const chain& exons, const std::string& residues, const std::string& protein, strand on = strand::forward,
              const spliced::gap_costs& gaps = {}) {
  const auto made = model_of_chain(exons, residues, protein, molecule::protein, on);
  return {made, align_protein(made, {"t0", protein, 1}, *spliced::named_protein_matrix("BLOSUM62"), gaps)};
}

// ATG GCT G|TT TGG TAA: an intron of 8 nt behind the first base of the third codon.
const std::string split_one = "CCATGGCTGGTAAAAAGTTTGGTAACC";
const chain chain_of_split_one = {{2, 9, 0, false, 0, 2, {{edit::match, 2}}},
                                  {17, 25, 0, false, 2, 4, {{edit::match, 2}}}};

}  // namespace

TEST_CASE("an intron that splits a codon holds the codon and its symbol") {
  const auto [model, made] = align(chain_of_split_one, split_one, "MSVW");
  CHECK(cigar_text(made.runs) == "2M11U1M");
  CHECK(made.differences == ":1*gctS*gV~gt8ag-tt:1");
  CHECK(made.symbols == interval{0, 4});
  CHECK(made.where == interval{2, 22});  // without the stop codon
  CHECK(made.counts.n_nt == 12);
  CHECK(made.counts.n_identical == 3);
  CHECK(made.counts.n_positive == 4);
  CHECK(made.counts.score == 5 + 1 + 4 + 11);
  CHECK(made.stop_codon == std::vector<interval>{{22, 25}});
}

TEST_CASE("a split codon counts before its intron, its symbol behind it, as miniprot has it") {
  const auto [model, made] = align(chain_of_split_one, split_one, "MSVW");
  REQUIRE(made.parts.size() == 2);
  CHECK(made.parts[0].where == interval{2, 9});
  CHECK(made.parts[0].symbols == interval{0, 2});
  CHECK(made.parts[0].counts.n_nt == 9);
  CHECK(made.parts[0].counts.score == 10);
  CHECK(made.parts[0].donor == "GT");
  CHECK(made.parts[0].acceptor.empty());
  CHECK(made.parts[1].where == interval{17, 25});
  CHECK(made.parts[1].symbols == interval{2, 4});
  CHECK(made.parts[1].phase == 2);
  CHECK(made.parts[1].counts.n_identical == 1);
  CHECK(made.parts[1].acceptor == "AG");
  CHECK(made.parts[1].donor.empty());
}

TEST_CASE("on the reverse strand places are mirrored, and nothing else") {
  const auto [forward_model, forward] = align(chain_of_split_one, split_one, "MSVW");
  const auto [model, made] = align(chain_of_split_one, split_one, "MSVW", strand::reverse);
  CHECK(made.runs == forward.runs);
  CHECK(made.differences == forward.differences);
  CHECK(made.where == interval{5, 25});
  CHECK(made.parts[0].where == interval{18, 25});
  CHECK(made.parts[1].where == interval{2, 10});
  CHECK(made.parts[1].phase == 2);
  CHECK(made.stop_codon == std::vector<interval>{{2, 5}});
}

TEST_CASE("gaps are insertions and deletions of codons") {
  const auto pair = align({{0, 12, 0, false, 0, 4, {{edit::match, 2}, {edit::insertion, 1}, {edit::deletion, 1}}}},
                          "ATGGCTTGGTAA", "MAC");
  CHECK(pair.cigar() == "2M1I1D");
  CHECK(pair.made.differences == ":2+C-tgg");
  CHECK(pair.made.counts.n_nt == 12);
  CHECK(pair.made.symbols == interval{0, 3});
}

TEST_CASE("the score is less by each gap, one over an intron as well, but not by unaligned ends") {
  const auto score = [](const chain& exons, const std::string& residues, const std::string& protein) {
    return align(exons, residues, protein, strand::forward, {11, 1}).made.counts.score;
  };
  CHECK(score({{0, 12, 0, false, 0, 4, {{edit::match, 2}, {edit::insertion, 2}, {edit::deletion, 1}}}}, "ATGGCTTGGTAA",
              "MACC") == 5 + 4 - 13 - 12);
  CHECK(score({{0, 6, 0, false, 0, 1, {{edit::match, 1}, {edit::deletion, 1}}},
               {10, 19, 0, false, 1, 2, {{edit::deletion, 1}, {edit::match, 1}}}},
              "ATGGCTGTAGGCTTGGTAA", "MW") == 5 + 11 - 13);
  CHECK(score({{0, 9, 0, false, 0, 1, {{edit::unaligned, 1}, {edit::match, 1}}}}, "ATGGCTTAA", "A") == 4);
}

TEST_CASE("skipped bases are a frameshift within a part") {
  const auto pair = align({{0, 6, 0, false, 0, 2, {{edit::match, 2}}}, {7, 13, 0, true, 2, 3, {{edit::match, 1}}}},
                          "ATGGCTCTGGTAA", "MSW");
  CHECK(pair.cigar() == "2M1F1M");
  CHECK(pair.made.differences == ":1*gctS-c:1");
  CHECK(pair.made.counts.n_frameshifts == 1);
  CHECK(pair.made.counts.n_nt == 10);
  REQUIRE(pair.made.parts.size() == 1);
  CHECK(pair.made.parts[0].where == interval{0, 13});
}

TEST_CASE("a split codon without a symbol is bases on both sides of its intron, and no frameshift") {
  const auto pair = align(
      {{2, 9, 0, false, 0, 2, {{edit::match, 2}}}, {17, 25, 0, false, 2, 3, {{edit::deletion, 1}, {edit::match, 1}}}},
      split_one, "MAW");
  CHECK(pair.cigar() == "2M1F8N2F1M");
  CHECK(pair.made.differences == ":2-g~gt8ag-tt:1");
  CHECK(pair.made.counts.n_frameshifts == 0);
  CHECK(pair.made.counts.n_nt == 12);
  CHECK(pair.made.parts[1].phase == 2);
}

TEST_CASE("a codon that is split twice has its symbol on its first part") {
  const auto pair = align({{0, 4, 0, false, 0, 1, {{edit::match, 1}}},
                           {9, 10, 0, false, 1, 2, {{edit::match, 1}}},
                           {15, 22, 0, false, 2, 3, {{edit::match, 1}}}},
                          "ATGGGTAAGTGTAAGTTGGTAA", "MVW");
  CHECK(pair.cigar() == "1M1G5N1F5N1F1M");
  CHECK(pair.made.differences == ":1*gV~gt5ag-t~gt5ag-t:1");
  REQUIRE(pair.made.parts.size() == 3);
  CHECK(pair.made.parts[1].phase == 2);
  CHECK(pair.made.parts[0].symbols == interval{0, 2});
  CHECK(pair.made.parts[1].symbols == interval{1, 2});  // none of its own
  CHECK(pair.made.parts[2].phase == 1);
  CHECK(pair.made.parts[2].symbols == interval{2, 3});
}

TEST_CASE("what is before the first whole codon is left out") {
  const auto pair = align({{0, 10, 1, false, 0, 2, {{edit::match, 2}}}}, "GATGGCTTAA", "MA");
  CHECK(pair.cigar() == "2M");
  CHECK(pair.made.where == interval{1, 7});
  CHECK(pair.made.parts[0].where == interval{1, 10});
  CHECK(pair.made.parts[0].phase == 0);
}

TEST_CASE("residues that are unaligned at an end are deletions") {
  const auto pair = align({{0, 9, 0, false, 0, 1, {{edit::unaligned, 1}, {edit::match, 1}}}}, "ATGGCTTAA", "A");
  CHECK(pair.cigar() == "1D1M");
  CHECK(pair.made.differences == "-atg:1");
  CHECK(pair.made.where == interval{0, 6});
}

TEST_CASE("a frameshift before the stop codon is of the alignment") {
  const auto pair = align({{0, 6, 0, false, 0, 2, {{edit::match, 2}}}, {7, 10, 0, true, 2, 2, {}}}, "ATGGCTCTAA", "MA");
  CHECK(pair.cigar() == "2M1F");
  CHECK(pair.made.where == interval{0, 7});
  CHECK(pair.made.counts.n_frameshifts == 1);
  REQUIRE(pair.made.parts.size() == 1);
  CHECK(pair.made.parts[0].where == interval{0, 10});
  CHECK(pair.made.stop_codon == std::vector<interval>{{7, 10}});
}

TEST_CASE("an intron in the stop codon divides it, behind the alignment's end") {
  const auto pair =
      align({{0, 7, 0, false, 0, 2, {{edit::match, 2}}}, {12, 14, 0, false, 2, 2, {}}}, "ATGGCTTGTAAGAA", "MA");
  CHECK(pair.cigar() == "2M");
  CHECK(pair.made.where == interval{0, 6});
  REQUIRE(pair.made.parts.size() == 2);
  CHECK(pair.made.parts[0].where == interval{0, 7});
  CHECK(pair.made.parts[1].where == interval{12, 14});
  CHECK(pair.made.parts[1].phase == 2);
  CHECK(pair.made.stop_codon == std::vector<interval>{{6, 7}, {12, 14}});
}
