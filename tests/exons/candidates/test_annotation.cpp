#include <vector>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/candidates/annotation.hpp"

using namespace exonweave;
using exonweave::testing::temporary_file;

namespace {

std::vector<annotated_transcript> read(const std::string& text) {
  sequence_catalog sequences;
  sequences.add("s", 1000);
  const temporary_file file(text);
  report problems;
  auto transcripts = read_annotation(file.path(), sequences, problems);
  problems.throw_if_errors();
  return transcripts;
}

std::string rows(const std::string& id, const std::string& more) {
  return "s\tx\tmRNA\t11\t40\t.\t+\t.\tID=" + id + more + "\n" + "s\tx\tCDS\t11\t40\t.\t+\t0\tParent=" + id +
         ";support=0.123\n";
}

}  // namespace

TEST_CASE("the support of a transcript is what its own row says, if that is a share") {
  const auto read_back = read("##gff-version 3\n" + rows("a", ";support=0.95") + rows("b", "") +
                              rows("c", ";support=much") + rows("d", ";support=1.5"));
  REQUIRE(read_back.size() == 4);
  CHECK(read_back[0].support == 0.95);
  for (std::size_t t = 1; t < 4; ++t) CHECK_FALSE(read_back[t].support);
}

TEST_CASE("GTF has the support of a transcript too") {
  const auto read_back = read(
      "s\tx\ttranscript\t11\t40\t.\t-\t.\tgene_id \"g\"; transcript_id \"t\"; support \"0.5\";\n"
      "s\tx\tCDS\t11\t40\t.\t-\t0\tgene_id \"g\"; transcript_id \"t\";\n");
  REQUIRE(read_back.size() == 1);
  CHECK(read_back.front().support == 0.5);
}

namespace {

struct read_genes {
  std::vector<annotated_transcript> genes;
  report problems;
};

read_genes predicted(const std::string& text) {
  sequence_catalog sequences;
  sequences.add("s", 1000);
  const temporary_file file(text);
  read_genes made;
  made.genes = read_predicted_genes(file.path(), sequences, made.problems);
  return made;
}

// As AUGUSTUS writes it, with a score of its transcript.
std::string augustus(const std::string& id, const std::string& score) {
  const std::string names = "transcript_id \"" + id + ".t1\"; gene_id \"" + id + "\";\n";
  return "s\tAUGUSTUS\tgene\t11\t90\t" + score + "\t-\t.\t" + id + "\n" +           //
         "s\tAUGUSTUS\ttranscript\t11\t90\t" + score + "\t-\t.\t" + id + ".t1\n" +  //
         "s\tAUGUSTUS\tCDS\t11\t40\t0.5\t-\t1\t" + names +                          //
         "s\tAUGUSTUS\tCDS\t71\t90\t0.5\t-\t2\t" + names;
}

}  // namespace

TEST_CASE("scores of predicted transcripts are probabilities or none") {
  const auto both = predicted("# AUGUSTUS\n" + augustus("g1", "0.25") + augustus("g2", "1"));
  CHECK(both.problems.error_count() == 0);
  REQUIRE(both.genes.size() == 2);
  CHECK(both.genes[0].score == 0.25);
  CHECK(both.genes[1].score == 1);
  for (const char* other : {"1.5", "-0.25", "0.25", "."}) {
    CAPTURE(other);
    for (const auto& gene : predicted(augustus("g1", "0.25") + augustus("g2", other)).genes) CHECK_FALSE(gene.score);
  }
}

TEST_CASE("genes are the same in the formats of GeneMark, Helixer and BRAKER") {
  const std::string ids = "gene_id \"1_g\"; transcript_id \"1_t\";\n";
  const std::string genemark = "s\tGeneMark.hmm3\tgene\t11\t90\t.\t+\t.\t" + ids +         //
                               "s\tGeneMark.hmm3\ttranscript\t11\t90\t.\t+\t.\t" + ids +   //
                               "s\tGeneMark.hmm3\tstart_codon\t11\t13\t.\t+\t0\t" + ids +  //
                               "s\tGeneMark.hmm3\tCDS\t11\t40\t.\t+\t0\t" + ids +          //
                               "s\tGeneMark.hmm3\tintron\t41\t60\t0\t+\t.\t" + ids +       //
                               "s\tGeneMark.hmm3\tCDS\t61\t90\t.\t+\t0\t" + ids +          //
                               "s\tGeneMark.hmm3\tstop_codon\t88\t90\t.\t+\t0\t" + ids;
  const std::string helixer =
      "##gff-version 3\n##species x\n"
      "s\tHelixer\tgene\t1\t100\t.\t+\t.\tID=x_s_000001\n"
      "s\tHelixer\tmRNA\t1\t100\t.\t+\t.\tID=x_s_000001.1;Parent=x_s_000001\n"
      "s\tHelixer\texon\t1\t40\t.\t+\t.\tID=x_s_000001.1.exon.1;Parent=x_s_000001.1\n"
      "s\tHelixer\tfive_prime_UTR\t1\t10\t.\t+\t.\tID=x.1.utr;Parent=x_s_000001.1\n"
      "s\tHelixer\tCDS\t11\t40\t.\t+\t0\tID=x_s_000001.1.CDS.1;Parent=x_s_000001.1\n"
      "s\tHelixer\tCDS\t61\t90\t.\t+\t0\tID=x_s_000001.1.CDS.2;Parent=x_s_000001.1\n";
  const std::string names = "transcript_id \"g1.t1\"; gene_id \"g1\";\n";
  const std::string braker =
      "s\tAUGUSTUS\tgene\t11\t90\t.\t+\t.\tg1\n"
      "s\tAUGUSTUS\ttranscript\t11\t90\t0.9\t+\t.\tg1.t1\n"
      "s\tAUGUSTUS\tstart_codon\t11\t13\t.\t+\t0\t" +
      names + "s\tAUGUSTUS\tCDS\t11\t40\t0.9\t+\t0\t" + names + "s\tAUGUSTUS\texon\t11\t40\t.\t+\t.\t" + names +
      "s\tAUGUSTUS\tCDS\t61\t87\t1\t+\t0\t" + names + "s\tAUGUSTUS\tstop_codon\t88\t90\t.\t+\t0\t" + names;
  for (const std::string& text : {genemark, helixer, braker}) {
    CAPTURE(text);
    const auto read_back = predicted(text);
    CHECK(read_back.problems.error_count() == 0);
    REQUIRE(read_back.genes.size() == 1);
    CHECK(read_back.genes[0].exons == std::vector<interval>{{10, 40}, {60, 90}});
    CHECK(read_back.genes[0].phase == 0);
    CHECK_FALSE(read_back.genes[0].score);
  }
}

TEST_CASE("the phase of a transcript is that of its first exon in reading direction") {
  const auto read_back = predicted(augustus("g1", "."));
  REQUIRE(read_back.genes.size() == 1);
  CHECK(read_back.genes[0].exons == std::vector<interval>{{10, 40}, {70, 90}});
  CHECK(read_back.genes[0].phase == 2);
}

TEST_CASE("genes of GENSCAN text are exons of one number, with the lowest P of these") {
  const auto read_back = predicted(
      "GENSCAN 1.0\n\nSequence s : 1000 bp : 50.00% C+G : Isochore 2 (43 - 51 C+G%)\n\nPredicted genes/exons:\n\n"
      "Gn.Ex Type S .Begin ...End .Len Fr Ph I/Ac Do/T CodRg P.... Tscr..\n"
      "----- ---- - ------ ------ ---- -- -- ---- ---- ----- ----- ------\n\n"
      " 1.00 Prom +      1     40   40                              -7.92\n"
      " 1.01 Intr +    102    141   40  0  1   94   83   212 0.900  21.33\n"
      " 1.02 Term +    201    240   40  2  1  104   66   408 0.600  40.12\n"
      " 2.02 Term -    460    401   60  2  0   92   46    80 0.293   4.21\n"
      " 2.01 Init -    530    501   30  2  0   79   57   -16 0.269  -5.05\n\n"
      "Suboptimal exons with probability > 0.010\n\n"
      "Exnum Type S .Begin ...End .Len Fr Ph B/Ac Do/T CodRg P.... Tscr..\n"
      "----- ---- - ------ ------ ---- -- -- ---- ---- ----- ----- ------\n\n"
      "S.001 Init +    601    630   30  2  0   54   58    63 0.029   0.55\n\n"
      "Predicted peptide sequence(s):\n\n");
  REQUIRE(read_back.genes.size() == 2);
  CHECK(read_back.genes[0].exons == std::vector<interval>{{101, 141}, {200, 240}});
  CHECK(read_back.genes[0].score == 0.6);
  CHECK(read_back.genes[0].phase == 1);  // Fr 0 of 102: 103 begins a codon
  CHECK(read_back.genes[1].on == strand::reverse);
  CHECK(read_back.genes[1].exons == std::vector<interval>{{400, 460}, {500, 530}});
  CHECK(read_back.genes[1].score == 0.269);
  CHECK(read_back.genes[1].phase == 0);
}

TEST_CASE("predicted genes of another genome, and files without genes, are refused") {
  const auto other = predicted("chr9\tx\tCDS\t11\t40\t.\t+\t0\tParent=a\n");
  REQUIRE(other.problems.error_count() == 1);
  CHECK(other.problems.errors().front().text().find("unknown sequence") != std::string::npos);
  CHECK(predicted("##gff-version 3\ns\tx\tgene\t11\t40\t.\t+\t.\tID=a\n").problems.error_count() == 1);
  CHECK(predicted(">s\nACGT\n").problems.error_count() == 1);
}

TEST_CASE("genes of several GENSCAN texts of one sequence have the same numbers and are several genes") {
  const auto text = [](int begin) {
    const std::string first = std::to_string(begin + 1), last = std::to_string(begin + 60);
    return "GENSCAN 1.0\n\nSequence s : 1000 bp : 50.00% C+G : Isochore 2 (43 - 51 C+G%)\n\nPredicted genes/exons:\n\n"
           "Gn.Ex Type S .Begin ...End .Len Fr Ph I/Ac Do/T CodRg P.... Tscr..\n"
           "----- ---- - ------ ------ ---- -- -- ---- ---- ----- ----- ------\n\n"
           " 1.01 Sngl +    " +
           first + "    " + last +
           "   60  0  0   92   46    80 0.293   4.21\n\n"
           "Predicted peptide sequence(s):\n\n";
  };
  const auto read_back = predicted(text(100) + text(500));
  REQUIRE(read_back.genes.size() == 2);
  CHECK(read_back.genes[0].exons == std::vector<interval>{{100, 160}});
  CHECK(read_back.genes[1].exons == std::vector<interval>{{500, 560}});
}
