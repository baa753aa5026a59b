// GFF3 as a page needs it: genes, their models, parts, and what is wrong with a file.
#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "report/features/feature_table.hpp"

namespace exonweave::testing {
namespace {

struct reading {
  feature_table table;
  known_sequences sequences;
  report problems;
};

reading read(const std::string& text) {
  const temporary_file file(text);
  reading made;
  made.table = read_features(file.path(), sequence_catalog(), made.sequences, made.problems);
  return made;
}

const std::string gene =
    "##gff-version 3\n##sequence-region chr%201 1 900\n"
    "chr%201\tx\tgene\t11\t90\t7\t-\t.\tID=g1;Name=a%3Bb\n"
    "chr%201\tx\tmRNA\t11\t90\t7.5\t-\t.\tID=t1;Parent=g1;Target=p%20q 3 "
    "12;support=0.9;partial=end;locus_targets=p%2C1,p2\n"
    "chr%201\tx\texon\t61\t90\t.\t-\t.\tParent=t1\n"
    "chr%201\tx\tCDS\t61\t90\t.\t-\t0\tID=c;Parent=t1;Target=p%20q 3 8;Gap=M4 I1 M2;margin=3;rival=none\n"
    "chr%201\tx\tCDS\t11\t40\t.\t-\t2\tID=c;Parent=t1;supported_by=p2\n";

TEST_CASE("a gene has its model, and that its coding parts in the order of places") {
  const reading found = read(gene);
  REQUIRE(found.problems.error_count() == 0);
  REQUIRE(found.table.genes.size() == 1);
  CHECK(found.table.genes[0].name == "a;b");
  CHECK(found.table.genes[0].models == std::vector<std::size_t>{0});
  const feature_model& model = found.table.models.at(0);
  CHECK(model.where == interval{10, 90});
  CHECK(model.on == '-');
  CHECK(model.score == 7.5);
  CHECK(model.target->name == "p q");
  CHECK(model.target->last == 12);
  CHECK(model.locus_targets == std::vector<std::string>{"p,1", "p2"});
  CHECK(model.figures.at("support") == 0.9);
  CHECK(model.words.at("partial") == "end");
  REQUIRE(model.parts.size() == 2);
  CHECK(model.parts[0].where == interval{10, 40});
  CHECK(model.parts[0].supported_by == std::vector<std::string>{"p2"});
  CHECK_FALSE(model.parts[0].margin);
  CHECK(model.parts[1].gap == "M4 I1 M2");
  CHECK(model.parts[1].phase == 0);
  CHECK(model.parts[1].margin == 3);
  CHECK(model.parts[1].is_without_rival);
}

TEST_CASE("sequences have the length of the head, or reach to their last row") {
  CHECK(read(gene).sequences.names() == std::vector<std::string>{"chr 1"});
  CHECK(read(gene).sequences.lengths() == std::vector<std::int64_t>{900});
  CHECK(read("s\tx\tmatch\t5\t20\t.\t+\t.\tID=m\n").sequences.lengths() == std::vector<std::int64_t>{20});
}

TEST_CASE("children may stand before their parents") {
  const reading found = read(
      "s\tx\tCDS\t1\t9\t.\t+\t0\tParent=t\ns\tx\tmRNA\t1\t9\t.\t+\t.\tID=t;Parent=g\ns\tx\tgene\t1\t9\t.\t+\t.\tID="
      "g\n");
  CHECK(found.problems.error_count() == 0);
  REQUIRE(found.table.genes.size() == 1);
  CHECK(found.table.models.at(found.table.genes[0].models.at(0)).parts.at(0).phase == 0);
}

TEST_CASE("a match of several rows is one model") {
  const reading found = read(
      "s\tx\tprotein_match\t1\t9\t5\t+\t.\tID=m;Target=p 1 3\ns\tx\tprotein_match\t21\t29\t5\t+\t.\tID=m;Target=p 4 "
      "6\n");
  REQUIRE(found.table.models.size() == 1);
  CHECK(found.table.models[0].where == interval{0, 29});
  CHECK(found.table.models[0].parts.size() == 2);
  CHECK(found.table.models[0].target->last == 6);
}

TEST_CASE("a match without parts is its own part") {
  const reading found = read("s\tx\tmatch\t1\t9\t.\t+\t.\tID=m\n");
  REQUIRE(found.table.models.at(0).parts.size() == 1);
  CHECK(found.table.models[0].parts[0].where == interval{0, 9});
}

TEST_CASE("isoforms belong to one gene, and a transcript without a gene to its own") {
  const reading found = read(
      "s\tx\tgene\t1\t9\t.\t+\t.\tID=g\ns\tx\tmRNA\t1\t9\t.\t+\t.\tID=t1;Parent=g\ns\tx\tmRNA\t1\t6\t.\t+\t.\tID=t2;"
      "Parent=g\n"
      "s\tx\tmRNA\t21\t29\t.\t+\t.\tID=alone\n");
  REQUIRE(found.table.genes.size() == 2);
  CHECK(found.table.genes[0].models.size() == 2);
  CHECK(found.table.genes[1].id == "alone");
}

TEST_CASE("comments, other features and a FASTA part are passed over") {
  const reading found = read("# text\n\ns\tx\tregion\t1\t9\t.\t+\t.\tID=r\n##FASTA\n>s\nnot a row\n");
  CHECK(found.problems.error_count() == 0);
  CHECK(found.table.genes.empty());
}

TEST_CASE("every bad line is told") {
  const reading found = read(
      "s\tx\tgene\t1\n"
      "s\tx\tgene\t0\t9\t.\t+\t.\tID=a\n"
      "s\tx\tgene\t9\t1\t.\t+\t.\tID=b\n"
      "s\tx\tgene\t1\t9\t.\t+\t.\tName=c\n"
      "s\tx\tmRNA\t1\t9\thigh\t+\t.\tID=d\n"
      "s\tx\tmRNA\t1\t9\t.\t+\t.\tID=d\n"
      "s\tx\tmRNA\t1\t9\t.\t+\t.\tID=e;Target=p 1;identity=nan\n"
      "s\tx\tCDS\t1\t9\t.\t+\t0\tID=f\n"
      "s\tx\tCDS\t1\t9\t.\t+\t0\tParent=nobody\n");
  std::vector<std::uint64_t> lines;
  for (const auto& problem : found.problems.errors()) lines.push_back(problem.where.line);
  CHECK(lines == std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6, 7, 7, 8, 9});
}

TEST_CASE("on a genome rows must lie within its sequences") {
  sequence_catalog genome;
  genome.add("chr1", 100);
  known_sequences sequences(genome);
  report problems;
  const temporary_file file(
      "chr1\tx\tmatch\t1\t100\t.\t+\t.\tID=a\nchr1\tx\tmatch\t1\t101\t.\t+\t.\tID=b\nchr2\tx\tmatch\t1\t9\t.\t+\t.\tID="
      "c\n");
  const feature_table table = read_features(file.path(), genome, sequences, problems);
  CHECK(table.models.size() == 1);
  CHECK(problems.error_count() == 2);
  CHECK(sequences.lengths() == std::vector<std::int64_t>{100});
}

}  // namespace
}  // namespace exonweave::testing
