#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/comparison/made_genes.hpp"

using namespace exonweave;
using exonweave::testing::single;
using exonweave::testing::temporary_file;
using exonweave::testing::transcript;

namespace {

std::vector<annotated_transcript> read(const std::string& text, sequence_catalog& sequences) {
  const temporary_file file(text);
  report problems;
  auto transcripts = read_gene_set(file.path(), sequences, problems);
  problems.throw_if_errors();
  return transcripts;
}

shared_coding shared_by(const annotated_transcript& a, const annotated_transcript& b) {
  const auto overlaps = find_overlaps(make_coding_set({a}), make_coding_set({b}));
  return overlaps.empty() ? shared_coding{} : overlaps.front().shared;
}

}  // namespace

TEST_CASE("rows that touch or overlap are one coding exon") {
  const auto set = make_coding_set({single("g", '+', {{0, 30}, {30, 60}, {59, 80}, {81, 90}})});
  REQUIRE(set.transcripts.size() == 1);
  CHECK(set.transcripts[0].exons == std::vector<interval>{{0, 80}, {81, 90}});
  CHECK(set.transcripts[0].introns() == std::vector<interval>{{80, 81}});
  CHECK(set.transcripts[0].n_bases() == 89);
}

TEST_CASE("a gene set without a genome names its sequences and genes itself") {
  sequence_catalog sequences;
  const auto genes = read(
      "##gff-version 3\n"
      "z\tx\tgene\t11\t40\t.\t+\t.\tID=g1\n"
      "z\tx\tmRNA\t11\t40\t.\t+\t.\tID=t 1;Parent=g1\n"
      "z\tx\tCDS\t11\t30\t.\t+\t0\tParent=t 1\n"
      "z\tx\tCDS\t30\t40\t.\t+\t0\tParent=t 1\n"
      "y\tx\tCDS\t5000000000\t5000000020\t.\t-\t0\tParent=t2\n",
      sequences);
  CHECK(sequences.names() == std::vector<std::string>{"z", "y"});
  REQUIRE(genes.size() == 2);
  CHECK(genes[0].id == "t 1");
  CHECK(genes[0].gene == "g1");
  CHECK(genes[0].exons.size() == 2);
  CHECK(genes[1].gene.empty());
  CHECK(genes[1].exons.front() == interval{4'999'999'999, 5'000'000'020});
}

TEST_CASE("the gene of GTF is its gene_id") {
  sequence_catalog sequences;
  const auto genes = read("z\tx\tCDS\t11\t30\t.\t+\t0\tgene_id \"g 1\"; transcript_id \"t\";\n", sequences);
  REQUIRE(genes.size() == 1);
  CHECK(genes[0].gene == "g 1");
}

TEST_CASE("transcripts are of one gene by its name, on one strand") {
  const auto set = make_coding_set({transcript("t1", "g", '+', {{0, 30}}), transcript("t2", "g", '-', {{0, 30}}),
                                    transcript("t3", "g", '+', {{60, 90}})});
  REQUIRE(set.genes.size() == 2);
  CHECK(set.transcripts[0].gene == set.transcripts[2].gene);
  CHECK(set.genes[set.transcripts[1].gene].on == strand::reverse);
}

TEST_CASE("transcripts that name no gene are of one where they share codons, also through others") {
  const auto set = make_coding_set({transcript("t1", "", '+', {{0, 30}}), transcript("t2", "", '+', {{1, 31}}),
                                    transcript("t3", "", '+', {{21, 60}}), transcript("t4", "", '+', {{51, 90}}),
                                    transcript("t5", "g", '+', {{51, 90}})});
  REQUIRE(set.genes.size() == 3);
  CHECK(set.genes[0].id == "t1");
  CHECK(set.genes[1].id == "t2");
  CHECK(set.genes[2].id == "g");
  CHECK(set.transcripts[3].gene == 0);
}

TEST_CASE("shared bases are told apart by frame and strand") {
  const auto gene = single("a", '+', {{0, 30}, {40, 72}, {100, 128}});
  CHECK(shared_by(gene, gene).in_frame == 90);
  CHECK(shared_by(gene, single("b", '-', {{10, 50}})).on_other_strand == 30);
  // An intron that ends 1 nt later puts all that follows out of frame.
  const auto shifted = shared_by(gene, single("b", '+', {{0, 30}, {41, 72}, {100, 129}}));
  CHECK(shifted.in_frame == 30);
  CHECK(shifted.in_other_frame == 59);
  CHECK(shared_by(gene, single("b", '+', {{130, 160}})).in_frame == 0);
}

TEST_CASE("frames on the reverse strand begin at the other end") {
  const auto gene = single("a", '-', {{0, 28}, {40, 72}, {100, 130}});
  const auto shifted = shared_by(gene, single("b", '-', {{0, 28}, {40, 71}, {100, 130}}));
  CHECK(shifted.in_frame == 30);
  CHECK(shifted.in_other_frame == 31 + 28);
}

TEST_CASE("a partial gene has the frame that its phase says") {
  const auto gene = single("a", '+', {{0, 30}});
  auto partial = single("b", '+', {{1, 30}});
  CHECK(shared_by(gene, partial).in_other_frame == 29);
  partial.phase = 2;
  CHECK(shared_by(gene, partial).in_frame == 29);
}
