// GFF3 as a page needs it: genes, their models, parts, and what is wrong with a file.
#include <algorithm>
#include <cmath>
#include <string>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "report/features/feature_table.hpp"

namespace exonweave::testing {
namespace {

struct reading {
  feature_table table;
  known_sequences sequences;
  report problems;

  [[nodiscard]] std::string text(std::uint32_t number) const { return std::string(table.texts[number]); }
  [[nodiscard]] std::vector<std::string> texts(const text_list& list) const {
    std::vector<std::string> all;
    for (std::uint32_t k = 0; k < list.n; ++k) all.push_back(text(table.listed[list.begin + k]));
    return all;
  }
  [[nodiscard]] const feature_part& part(std::size_t model, std::size_t k) const {
    return table.parts.at(table.models.at(model).parts.at(k));
  }
  [[nodiscard]] double figure(std::size_t model, std::string_view key) const {
    return table.models.at(model)
        .figures[static_cast<std::size_t>(std::ranges::find(feature_figures, key) - feature_figures.begin())];
  }
  [[nodiscard]] std::string word(std::size_t model, std::string_view key) const {
    return text(table.models.at(model)
                    .words[static_cast<std::size_t>(std::ranges::find(feature_words, key) - feature_words.begin())]);
  }
};

reading read(const std::string& text, const feature_limits& limits = {}) {
  const temporary_file file(text);
  reading made;
  made.table = read_features(file.path(), sequence_catalog(), made.sequences, made.problems, limits);
  return made;
}

const std::string gene =
    "##gff-version 3\n##sequence-region chr%201 1 900\n"
    "chr%201\tx\tgene\t11\t90\t7\t-\t.\tID=g1;Name=a%3Bb\n"
    "chr%201\tx\tmRNA\t11\t90\t7.5\t-\t.\tID=t1;Parent=g1;Target=p%20q 3 "
    "12;support=0.9;partial=end;locus_targets=p%2C1,p2;locus_target_count=21\n"
    "chr%201\tx\texon\t61\t90\t.\t-\t.\tParent=t1\n"
    "chr%201\tx\tCDS\t61\t90\t.\t-\t0\tID=c;Parent=t1;Target=p%20q 3 8;Gap=M4 I1 M2;margin=3;rival=none\n"
    "chr%201\tx\tCDS\t11\t40\t.\t-\t2\tID=c;Parent=t1;supported_by=p2;supporter_count=22\n";

TEST_CASE("a gene has its model, and that its coding parts in the order of places") {
  const reading found = read(gene);
  REQUIRE(found.problems.error_count() == 0);
  REQUIRE(found.table.genes.size() == 1);
  CHECK(found.text(found.table.genes[0].name) == "a;b");
  CHECK(found.table.genes[0].models == std::vector<std::uint32_t>{0});
  const feature_model& model = found.table.models.at(0);
  CHECK(model.where == interval{10, 90});
  CHECK(model.on == '-');
  CHECK(model.score == 7.5);
  CHECK(found.text(model.target.name) == "p q");
  CHECK(model.target.last == 12);
  CHECK(found.texts(model.locus_targets) == std::vector<std::string>{"p,1", "p2"});
  CHECK(found.figure(0, "support") == 0.9);
  CHECK(found.figure(0, "locus_target_count") == 21);
  CHECK(std::isnan(found.figure(0, "identity")));
  CHECK(found.word(0, "partial") == "end");
  REQUIRE(model.parts.size() == 2);
  CHECK(found.part(0, 0).where == interval{10, 40});
  CHECK(found.texts(found.part(0, 0).supported_by) == std::vector<std::string>{"p2"});
  CHECK(found.part(0, 0).supporter_count == 22);
  CHECK(std::isnan(found.part(0, 0).margin));
  CHECK(found.text(found.part(0, 1).gap) == "M4 I1 M2");
  CHECK(found.part(0, 1).phase == 0);
  CHECK(found.part(0, 1).margin == 3);
  CHECK(found.part(0, 1).is_without_alternative);
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
  CHECK(found.part(found.table.genes[0].models.at(0), 0).phase == 0);
}

TEST_CASE("a row of several transcripts is there once") {
  std::string text, parents;
  for (const std::string name : {"t1", "t2", "t3"}) {
    text += "s\tx\tmRNA\t1\t90\t.\t+\t.\tID=" + name + "\n";
    parents += (parents.empty() ? "" : ",") + name;
  }
  const auto row = [&parents](const std::string& type, const std::string& places) {
    return "s\tx\t" + type + "\t" + places + "\t.\t+\t0\tParent=" + parents + ";supported_by=p,q\n";
  };
  const reading found = read(text + row("exon", "1\t40") + row("CDS", "1\t40") + row("CDS", "61\t90"));
  CHECK(found.table.parts.size() == 4);  // of the transcripts and the exon, whose places coding parts take
  for (std::size_t m = 0; m < 3; ++m) CHECK(found.table.models.at(m).parts == found.table.models.at(0).parts);
  CHECK(found.part(2, 1).where == interval{60, 90});
  CHECK(found.part(2, 1).n_models == 3);
}

TEST_CASE("what a frameshift divides is one exon") {
  const auto n_exons = [](const std::string& starts) {
    const reading found = read("s\tx\tmRNA\t1\t99\t.\t+\t.\tID=t\ns\tx\tCDS\t1\t30\t.\t+\t0\tParent=t\ns\tx\tCDS\t" +
                               starts + "\t99\t.\t+\t0\tParent=t\n");
    return count_exons(found.table, found.table.models.at(0));
  };
  CHECK(n_exons("30") == 1);
  CHECK(n_exons("31") == 1);
  CHECK(n_exons("33") == 1);
  CHECK(n_exons("34") == 2);
}

TEST_CASE("beyond a limit models and their targets are counted alone") {
  std::string text;
  for (const std::string name : {"a", "b", "c"})
    text += "s\tx\tmatch\t1\t9\t.\t+\t.\tID=" + name + ";Target=p" + (name == "c" ? "2" : "1") +
            " 1 3\ns\tx\tmatch_part\t1\t9\t.\t+\t.\tParent=" + name + "\n";
  for (const feature_limits& limits : {feature_limits{.models = 2}, feature_limits{.bytes = 1}}) {
    const reading found = read(text, limits);
    CHECK(found.problems.error_count() == 0);
    CHECK_FALSE(found.table.is_whole);
    CHECK(found.table.models.empty());
    CHECK(found.table.genes.empty());
    CHECK(found.table.parts.empty());
    CHECK(found.table.n_models == 3);
    CHECK(found.table.targets.size() == 2);
  }
  CHECK(read(text, {.models = 3}).table.is_whole);
}

TEST_CASE("a match of several rows is one model") {
  const reading found = read(
      "s\tx\tprotein_match\t1\t9\t5\t+\t.\tID=m;Target=p 1 3\ns\tx\tprotein_match\t21\t29\t5\t+\t.\tID=m;Target=p 4 "
      "6\n");
  REQUIRE(found.table.models.size() == 1);
  CHECK(found.table.models[0].where == interval{0, 29});
  CHECK(found.table.models[0].parts.size() == 2);
  CHECK(found.table.models[0].target.last == 6);
}

TEST_CASE("a match without parts is its own part") {
  const reading found = read("s\tx\tmatch\t1\t9\t.\t+\t.\tID=m\n");
  REQUIRE(found.table.models.at(0).parts.size() == 1);
  CHECK(found.part(0, 0).where == interval{0, 9});
}

TEST_CASE("isoforms belong to one gene, and a transcript without a gene to its own") {
  const reading found = read(
      "s\tx\tgene\t1\t9\t.\t+\t.\tID=g\ns\tx\tmRNA\t1\t9\t.\t+\t.\tID=t1;Parent=g\ns\tx\tmRNA\t1\t6\t.\t+\t.\tID=t2;"
      "Parent=g\n"
      "s\tx\tmRNA\t21\t29\t.\t+\t.\tID=alone\n");
  REQUIRE(found.table.genes.size() == 2);
  CHECK(found.table.genes[0].models.size() == 2);
  CHECK(found.text(found.table.genes[1].id) == "alone");
}

TEST_CASE("genes have their evidence, and what is no word of it counts as none") {
  const auto read_with = [](const std::string& attributes) {
    return read("s\tx\tmRNA\t1\t9\t.\t+\t.\tID=t" + attributes + "\n");
  };
  for (const std::string evidence : {"protein", "protein,model", "model"}) {
    const reading found = read_with(";evidence=" + evidence + ";model_score=-3.5");
    CHECK(found.word(0, "evidence") == evidence);
    CHECK(found.figure(0, "model_score") == -3.5);
  }
  for (const std::string attributes :
       {"", ";evidence=", ";evidence=model,protein", ";evidence=Model", ";evidence=__proto__"}) {
    CAPTURE(attributes);
    const reading found = read_with(attributes);
    CHECK(found.problems.error_count() == 0);
    CHECK(found.word(0, "evidence").empty());
    CHECK(std::isnan(found.figure(0, "model_score")));
  }
  CHECK(read_with(";model_score=much").problems.error_count() == 1);
}

TEST_CASE("blanks around attributes are no part of them, as in candidates") {
  const reading found = read("s\tx\tmRNA\t1\t9\t.\t+\t.\tID=t; evidence =model ; \n");
  CHECK(found.problems.error_count() == 0);
  CHECK(found.word(0, "evidence") == "model");
  REQUIRE(found.table.genes.size() == 1);
  CHECK(found.text(found.table.genes[0].id) == "t");
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
