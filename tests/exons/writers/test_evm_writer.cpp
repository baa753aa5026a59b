// Models as evidence for combiners: a row per exon.
#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/writers/plain_writers.hpp"

using namespace exonweave;
using namespace exonweave::testing;
using spliced::edit;

namespace {

std::string text_of(const gene_model& made, const std::string& target_residues) {
  return written({{made}}, {{"t.fa"}, made.kind, {{"t0", target_residues, 1}}}, gff3_style::gene, write_evm_rows);
}

}  // namespace

TEST_CASE("the exons of a protein's model share their ID, with their part of the target and their identity") {
  // ATG GCT G|TT TGG TAA: a split codon is of both exons.
  const auto made =
      model_of_chain({{2, 9, 0, false, 0, 2, {{edit::match, 2}}}, {17, 25, 0, false, 2, 4, {{edit::match, 2}}}},
                     "CCATGGCTGGTAAAAAGTTTGGTAACC", "MSVW", molecule::protein);
  CHECK(text_of(made, "MSVW") ==
        "chr1\texonweave\tnucleotide_to_protein_match\t3\t9\t66.67\t+\t.\t"
        "ID=gene1.t1;Target=t0 1 3\n"
        "chr1\texonweave\tnucleotide_to_protein_match\t18\t25\t100.00\t+\t.\t"
        "ID=gene1.t1;Target=t0 3 4\n");
}

TEST_CASE("against DNA it is a cDNA match, and gaps count against the identity") {
  const auto made =
      model_of_chain({{2, 6, 0, false, 0, 4, {{edit::match, 3}, {edit::deletion, 1}, {edit::insertion, 1}}}},
                     "CCACGTCC", "ACTT", molecule::dna, strand::reverse);
  CHECK(text_of(made, "ACTT") == "chr1\texonweave\tcDNA_match\t3\t6\t40.00\t-\t.\tID=gene1.t1;Target=t0 1 4\n");
}

TEST_CASE("an exon with a frameshift in it is one row") {
  const auto made =
      model_of_chain({{0, 6, 0, false, 0, 2, {{edit::match, 2}}}, {7, 13, 0, true, 2, 3, {{edit::match, 1}}}},
                     "ATGGCTCTGGTAA", "MSW", molecule::protein);
  CHECK(text_of(made, "MSW") ==
        "chr1\texonweave\tnucleotide_to_protein_match\t1\t13\t66.67\t+\t.\tID=gene1.t1;Target=t0 1 3\n");
}

TEST_CASE("an exon without a target symbol names the one before it") {
  const auto made = model_of_chain({{0, 6, 0, false, 0, 2, {{edit::match, 2}}}, {14, 17, 0, false, 2, 2, {}}},
                                   "ATGGCTGTAAAAAGTAA", "MA", molecule::protein);
  CHECK(text_of(made, "MA").find("\t15\t17\t0.00\t+\t.\tID=gene1.t1;Target=t0 2 2\n") != std::string::npos);
}

TEST_CASE("genes to which no target is aligned are no evidence") {
  auto made = model_of_chain({{2, 9, 0, false, 0, 2, {{edit::match, 2}}}, {17, 25, 0, false, 2, 4, {{edit::match, 2}}}},
                             "CCATGGCTGGTAAAAAGTTTGGTAACC", "MSVW", molecule::protein);
  made.alignment = {};
  CHECK(text_of(of_gene_model_alone(made), "MSVW").empty());
  CHECK(text_of(replaced_by_gene_model(made), "MSVW").empty());
}
