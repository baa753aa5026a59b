// Models as miniprot writes them, line by line.
#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/writers/gff3_rows.hpp"
#include "exons/writers/miniprot_writer.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;
using namespace exonweave::testing;
using spliced::edit;

namespace {

const spliced::substitution_matrix blosum = *spliced::named_protein_matrix("BLOSUM62");

// ATG GCT G|TT TGG TAA
gene_model split_one(const std::string& intron_end = "AG") {
  return model_of_chain(
      {{2, 9, 0, false, 0, 2, {{edit::match, 2}}}, {17, 25, 0, false, 2, 4, {{edit::match, 2}}}},
      "CCATGGCTGGTAAAA" + intron_end + "TTTGGTAACC", "MSVW", molecule::protein);
}

std::string rows_of(const std::vector<locus_models>& loci) {
  return written(loci, {{"t.fa"}, molecule::protein, {{"t0", "MSVW", 1}, {"t1", "MSVW", 3}}},
                 gff3_style::miniprot, [](const model_listing& models, const text_sink& sink) {
                   gff3_rows rows;
                   sink(rows.add(models, blosum));
                   sink(rows.take_rest());
                 });
}

const std::string paf =
    "t0\t4\t0\t4\t+\tchr1\t1000\t2\t22\t9\t12\t0\tAS:i:17\tms:i:21\tnp:i:4\tfs:i:0\tst:i:0\tda:i:0\tdo:i:0\t"
    "cg:Z:2M11U1M\tcs:Z::1*gctS*gV~gt8ag-tt:1\n";

}  // namespace

TEST_CASE("a model is a line of PAF") {
  const std::string text =
      written({{split_one()}}, {{"t.fa"}, molecule::protein, {{"t0", "MSVW", 1}}}, gff3_style::miniprot,
              [](const model_listing& models, const text_sink& sink) { write_paf(models, blosum, sink); });
  CHECK(text == paf);
}

TEST_CASE("in GFF3 it is the PAF line, an mRNA, its CDS with the stop codon, and the stop codon") {
  CHECK(rows_of({{split_one()}}) ==
        "##PAF\t" + paf +
            "chr1\texonweave\tmRNA\t3\t25\t21\t+\t.\t"
            "ID=MP000001;Rank=1;Identity=0.7500;Positive=1.0000;Target=t0 1 4\n"
            "chr1\texonweave\tCDS\t3\t9\t10\t+\t0\tParent=MP000001;Rank=1;Identity=0.6667;Target=t0 1 2\n"
            "chr1\texonweave\tCDS\t18\t25\t11\t+\t2\tParent=MP000001;Rank=1;Identity=1.0000;Target=t0 3 4\n"
            "chr1\texonweave\tstop_codon\t23\t25\t0\t+\t0\tParent=MP000001;Rank=1\n");
}

TEST_CASE("splice sites that are not GT and AG are told, and stop codons within") {
  const std::string rows = rows_of({{split_one("AC")}});
  CHECK(rows.find(";Identity=1.0000;Acceptor=AC;Target=t0 3 4\n") != std::string::npos);
  auto stopped =
      model_of_chain({{0, 9, 0, false, 0, 3, {{edit::match, 3}}}}, "ATGTAATGG", "MSV", molecule::protein);
  CHECK(rows_of({{stopped}}).find(";StopCodon=1;Target=t0 1 3\n") != std::string::npos);
  CHECK(rows_of({{stopped}}).find("\tst:i:1\tda:i:0\tdo:i:-1\t") != std::string::npos);
  CHECK(rows_of({{stopped}}).find("stop_codon") == std::string::npos);
}

TEST_CASE("the rank is that by score among all models of a target") {
  std::vector<locus_models> loci;
  for (const auto& [score, target] : {std::pair{5, 0}, {9, 0}, {7, 1}, {9, 0}}) {
    auto made = split_one();
    made.score = score;
    made.target = static_cast<std::size_t>(target);
    loci.push_back({made});
  }
  // Sorted by target and score: those of t0 with 9, 9 and 5, that of t1.
  const std::string rows = rows_of(loci);
  CHECK(rows.find("ID=MP000001;Rank=1;") != std::string::npos);
  CHECK(rows.find("ID=MP000002;Rank=2;") != std::string::npos);
  CHECK(rows.find("ID=MP000003;Rank=3;") != std::string::npos);
  CHECK(rows.find("ID=MP000004;Rank=1;") != std::string::npos);
}

TEST_CASE("chains of one locus are models of their own") {
  auto second = split_one();
  second.score = 3;
  const std::string rows = rows_of({{split_one(), second}});
  CHECK(rows.find("ID=MP000001;Rank=1;") != std::string::npos);
  CHECK(rows.find("ID=MP000002;Rank=2;") != std::string::npos);
}
