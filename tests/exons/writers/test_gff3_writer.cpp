// Gene models as GFF3 text, row by row.
#include <algorithm>
#include <sstream>

#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/writers/gff3_writer.hpp"

using namespace exonweave;
using namespace exonweave::testing;
using spliced::edit;

namespace {

target_set named(const std::vector<std::string>& names) {
  target_set set{{"targets.fa"}, molecule::dna, {}};
  for (const auto& name : names) set.targets.push_back({name, "ATGTAA", 1});
  return set;
}

std::string text_of(const std::vector<locus_models>& loci, gff3_style style = gff3_style::gene,
                    const target_set& targets = named({"t0", "t1", "t2"})) {
  return written(loci, targets, style, write_gff3_features);
}

std::vector<std::string> rows_of(const std::string& text) {
  std::vector<std::string> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("#")) rows.push_back(line);
  return rows;
}

// Column `index` of every row whose type is `type`.
std::vector<std::string> column(const std::string& text, const std::string& type, std::size_t index) {
  std::vector<std::string> values;
  for (const auto& row : rows_of(text)) {
    std::vector<std::string> fields;
    std::istringstream all(row);
    for (std::string field; std::getline(all, field, '\t');) fields.push_back(field);
    REQUIRE(fields.size() == 9);
    if (fields[2] == type) values.push_back(fields[index]);
  }
  return values;
}

}  // namespace

TEST_CASE("scores in halves are written with .5 where they have one") {
  auto made = model({exon({9, 13}, {0, 4}, 0), exon({29, 31}, {4, 6}, 2)});
  made.score = 81;
  made.second_best = 80;
  made.e_value = 1.234e-8;
  made.joint_score = 161;
  made.exons[0].margin = 1;
  made.exons[1].margin = 2;
  const std::string text =
      written({{made}}, named({"t0"}), gff3_style::gene, write_gff3_features, score_unit::halves());
  CHECK(column(text, "gene", 5) == std::vector<std::string>{"40.5"});
  CHECK(column(text, "mRNA", 5) == std::vector<std::string>{"40.5"});
  const std::string whole = column(text, "mRNA", 8).at(0);
  CHECK(whole.find(";e_value=1.2e-08;") != std::string::npos);
  CHECK(whole.find(";min_margin=0.5;support=0.546;runner_up=40;joint_score=80.5") != std::string::npos);
  const auto parts = column(text, "CDS", 8);
  CHECK(parts.at(0).find(";margin=0.5;support=0.681") != std::string::npos);
  CHECK(parts.at(1).find(";margin=1;support=0.698") != std::string::npos);
}

TEST_CASE("a coding model is a gene, an mRNA, and an exon and a CDS per exon") {
  auto made = model({exon({9, 13}, {0, 4}, 0, {"e2", "e1"}), exon({29, 31}, {4, 6}, 2)});
  made.exons[0].edits = {{edit::match, 2}, {edit::deletion, 1}, {edit::match, 1}, {edit::insertion, 1}};
  CHECK(text_of({{made}}) ==
        "chr1\texonweave\tgene\t10\t31\t12\t+\t.\tID=gene1\n"
        "chr1\texonweave\tmRNA\t10\t31\t12\t+\t.\tID=gene1.t1;Parent=gene1;Target=t0 1 6;identity=0.9877;"
        "coverage=1.0000\n"
        "chr1\texonweave\texon\t10\t13\t.\t+\t.\tID=gene1.t1.exon1;Parent=gene1.t1\n"
        "chr1\texonweave\tCDS\t10\t13\t.\t+\t0\tID=gene1.t1.cds;Parent=gene1.t1;Target=t0 1 4;"
        "Gap=M2 D1 M1 I1;candidates=e2,e1\n"
        "chr1\texonweave\texon\t30\t31\t.\t+\t.\tID=gene1.t1.exon2;Parent=gene1.t1\n"
        "chr1\texonweave\tCDS\t30\t31\t.\t+\t2\tID=gene1.t1.cds;Parent=gene1.t1;Target=t0 5 6;Gap=M2\n");
}

TEST_CASE("a model that is not coding has no CDS: its exons say what they are aligned to") {
  const auto text = text_of({{model({exon({9, 13}, {0, 4}, no_phase, {"e1"})}, strand::reverse)}});
  CHECK(column(text, "CDS", 0).empty());
  CHECK(column(text, "exon", 8) ==
        std::vector<std::string>{"ID=gene1.t1.exon1;Parent=gene1.t1;Target=t0 1 4;Gap=M4;candidates=e1"});
  CHECK(column(text, "exon", 6) == std::vector<std::string>{"-"});
}

TEST_CASE("in the style of evidence a model is a match and its exons are match parts") {
  const auto text = text_of({{model({exon({9, 13}, {0, 4}, 0), exon({29, 31}, {4, 6}, 2)})}}, gff3_style::match);
  CHECK(text ==
        "chr1\texonweave\tmatch\t10\t31\t12\t+\t.\tID=match1;Target=t0 1 6;identity=0.9877;"
        "coverage=1.0000\n"
        "chr1\texonweave\tmatch_part\t10\t13\t.\t+\t.\tID=match1.part1;Parent=match1;Target=t0 1 4;"
        "Gap=M4\n"
        "chr1\texonweave\tmatch_part\t30\t31\t.\t+\t.\tID=match1.part2;Parent=match1;Target=t0 5 6;"
        "Gap=M2\n");
}

TEST_CASE("alternatives are mRNAs of one gene that spans them all, ranked from the best") {
  std::vector<locus_models> loci = {{model({exon({20, 24}, {0, 4})}, strand::forward, 1, 0, 12),
                                     model({exon({9, 13}, {0, 4})}, strand::forward, 1, 0, 5)}};
  loci[0][0].rank = 1;
  loci[0][1].rank = 2;
  const auto text = text_of(loci);
  CHECK(column(text, "gene", 3) == std::vector<std::string>{"10"});
  CHECK(column(text, "gene", 4) == std::vector<std::string>{"24"});
  CHECK(column(text, "gene", 5) == std::vector<std::string>{"12"});
  CHECK(column(text, "mRNA", 8) ==
        std::vector<std::string>{"ID=gene1.t1;Parent=gene1;Target=t0 1 4;identity=0.9877;coverage=1.0000;rank=1",
                                 "ID=gene1.t2;Parent=gene1;Target=t0 1 4;identity=0.9877;coverage=1.0000;rank=2"});
  CHECK(column(text, "mRNA", 5) == std::vector<std::string>{"12", "5"});
  // As evidence each stands alone, sorted by its own place.
  CHECK(column(text_of(loci, gff3_style::match), "match", 3) == std::vector<std::string>{"10", "21"});
}

TEST_CASE("frameshifts are told where there are any") {
  auto shifted = model({exon({9, 13}, {0, 4}, 0)});
  shifted.n_frameshifts = 2;
  CHECK(column(text_of({{shifted}}), "mRNA", 8).at(0).ends_with(";coverage=1.0000;frameshifts=2"));
}

TEST_CASE("a protein's model whose frame is broken is marked as pseudo, with its gene and its coding exons") {
  auto made = model({exon({9, 13}, {0, 4}, 0), exon({20, 24}, {4, 8}, 2)});
  made.kind = molecule::protein;
  CHECK(text_of({{made}}).find("pseudo") == std::string::npos);
  made.n_frameshifts = 1;
  const std::string text = text_of({{made}});
  CHECK(column(text, "gene", 8).at(0) == "ID=gene1;pseudo=true");
  CHECK(column(text, "mRNA", 8).at(0).ends_with(";frameshifts=1;pseudo=true"));
  for (const std::string& attributes : column(text, "CDS", 8))
    CHECK(attributes.find(";pseudo=true") != std::string::npos);
  for (const std::string& attributes : column(text, "exon", 8)) CHECK(attributes.find("pseudo") == std::string::npos);
  made.n_frameshifts = 0;
  made.n_internal_stops = 2;
  CHECK(column(text_of({{made}}), "mRNA", 8).at(0).ends_with(";internal_stops=2;pseudo=true"));
}

TEST_CASE("a start that was moved is told in codons") {
  auto made = model({exon({9, 24}, {0, 4}, 0)});
  CHECK(text_of({{made}}).find("start_extension") == std::string::npos);
  made.start_extension = 3;
  CHECK(column(text_of({{made}}), "mRNA", 8).at(0).ends_with(";start_extension=3"));
}

TEST_CASE("a model that does not begin with a start codon or end with a stop codon is called partial") {
  auto made = model({exon({9, 13}, {0, 4}, 0)});
  made.has_start = false;
  CHECK(column(text_of({{made}}), "mRNA", 8).at(0).ends_with(";partial=start;start_range=.,10"));
  CHECK(column(text_of({{made}}), "gene", 8).at(0) == "ID=gene1;partial=start;start_range=.,10");
  made.has_stop = false;
  const std::string both = ";partial=start,end;start_range=.,10;end_range=13,.";
  CHECK(column(text_of({{made}}), "mRNA", 8).at(0).ends_with(both));
  CHECK(column(text_of({{made}}), "gene", 8).at(0) == "ID=gene1" + both);
  made.has_start = true;
  made.n_internal_stops = 3;
  CHECK(column(text_of({{made}}), "mRNA", 8).at(0).ends_with(";internal_stops=3;partial=end;end_range=13,."));
}

TEST_CASE("ranges are those of the sequence: on the reverse strand a start is missing at the end") {
  auto made = model({exon({9, 13}, {0, 4}, 0)}, strand::reverse);
  made.has_start = false;
  CHECK(column(text_of({{made}}), "mRNA", 8).at(0).ends_with(";partial=start;end_range=13,."));
  made.has_start = true;
  made.has_stop = false;
  CHECK(column(text_of({{made}}), "mRNA", 8).at(0).ends_with(";partial=end;start_range=.,10"));
}

TEST_CASE("a gene is partial where one of its mRNAs is that reaches as far") {
  std::vector<locus_models> loci = {{model({exon({9, 24}, {0, 4}, 0)}), model({exon({12, 24}, {0, 4}, 0)})}};
  loci[0][1].has_start = false;
  CHECK(column(text_of(loci), "gene", 8).at(0) == "ID=gene1");
  loci[0][1].has_stop = false;
  CHECK(column(text_of(loci), "gene", 8).at(0) == "ID=gene1;partial=end;end_range=24,.");
  loci[0][0].has_start = false;
  CHECK(column(text_of(loci), "gene", 8).at(0) == "ID=gene1;partial=start,end;start_range=.,10;end_range=24,.");
}

TEST_CASE("the rows of a CDS all have a Target or none has, and without any aligned symbol the mRNA has none") {
  auto made = model({exon({9, 13}, {0, 4}, 0), exon({20, 22}, {4, 4}, 2)});
  made.exons[1].edits = {{edit::deletion, 2}};
  CHECK(column(text_of({{made}}), "CDS", 8) ==
        std::vector<std::string>{"ID=gene1.t1.cds;Parent=gene1.t1", "ID=gene1.t1.cds;Parent=gene1.t1"});
  CHECK(column(text_of({{made}}), "mRNA", 8).at(0).find("Target=t0 1 4;") != std::string::npos);
  made.exons.erase(made.exons.begin());
  CHECK(column(text_of({{made}}), "mRNA", 8).at(0).find("Target") == std::string::npos);
}

TEST_CASE("an exon to which no target symbol is aligned has no Target") {
  auto made = model({exon({9, 13}, {0, 4}), exon({20, 22}, {4, 4})});
  made.exons[1].edits = {{edit::deletion, 2}};
  CHECK(column(text_of({{made}}), "exon", 8).at(1) == "ID=gene1.t1.exon2;Parent=gene1.t1");
}

TEST_CASE("loci are sorted by sequence as in the genome, start, end, strand and target name, and numbered so") {
  const auto models_at = [](interval where, strand on, std::size_t sequence, std::size_t target) {
    return locus_models{model({exon(where, {0, 4})}, on, sequence, target)};
  };
  const std::vector<locus_models> sorted = {
      models_at({90, 94}, strand::forward, 0, 0),  // chr2
      models_at({9, 13}, strand::forward, 1, 2),   // chr1
      models_at({9, 14}, strand::forward, 1, 0),  models_at({9, 14}, strand::forward, 1, 1),
      models_at({9, 14}, strand::reverse, 1, 0),  models_at({100, 104}, strand::forward, 1, 0)};
  const auto expected = text_of(sorted);
  CHECK(column(expected, "gene", 0) == std::vector<std::string>{"chr2", "chr1", "chr1", "chr1", "chr1", "chr1"});
  CHECK(column(expected, "gene", 3) == std::vector<std::string>{"91", "10", "10", "10", "10", "101"});
  CHECK(column(expected, "gene", 8) ==
        std::vector<std::string>{"ID=gene1", "ID=gene2", "ID=gene3", "ID=gene4", "ID=gene5", "ID=gene6"});
  CHECK(text_of({sorted.rbegin(), sorted.rend()}) == expected);
}

TEST_CASE("the order in which loci are given changes nothing, even where they differ in inner exons alone") {
  const auto inner = [](interval where) {
    return locus_models{model({exon({9, 13}, {0, 4}), exon(where, {4, 5}), exon({50, 52}, {5, 6})})};
  };
  std::vector<locus_models> loci = {inner({20, 22}), inner({20, 24}), inner({30, 31})};
  const auto expected = text_of(loci);
  for (int n = 0; n < 5; ++n) {
    std::rotate(loci.begin(), loci.begin() + 1 + n % 2, loci.end());
    CHECK(text_of(loci) == expected);
  }
}

TEST_CASE("of loci at one place the better score comes first") {
  const auto scored = [](spliced::score score) {
    return locus_models{model({exon({9, 13}, {0, 4})}, strand::forward, 1, 0, score)};
  };
  CHECK(column(text_of({scored(3), scored(8), scored(5)}), "gene", 5) == std::vector<std::string>{"8", "5", "3"});
}

TEST_CASE("what GFF3 reserves is escaped in names and ids, and all else stays readable") {
  const auto text =
      text_of({{model({exon({9, 13}, {0, 4}, no_phase, {"a;b=c&d,e\tf", "<script>", "x y"})}, strand::forward, 2)}},
              gff3_style::gene, named({"t;0=%<b>,&"}));
  CHECK(column(text, "gene", 0) == std::vector<std::string>{"a%3Bb%20%3Cc%3E%3D%25"});
  CHECK(gff3_head({2}, chromosomes()) == "##gff-version 3\n##sequence-region a%3Bb%20%3Cc%3E%3D%25 1 50\n");
  CHECK(column(text, "exon", 8).at(0) ==
        "ID=gene1.t1.exon1;Parent=gene1.t1;Target=t%3B0%3D%25<b>%2C%26 1 4;Gap=M4;"
        "candidates=a%3Bb%3Dc%26d%2Ce%09f,<script>,x y");
}

TEST_CASE("how sure an exon is stands with its alignment, and how sure the model is with the mRNA") {
  auto made = model({exon({9, 13}, {0, 4}, 0), exon({29, 31}, {4, 6}, 2)});
  const auto sure = [&](const std::string& type) { return column(text_of({{made}}), type, 8); };
  CHECK(sure("CDS").at(0).find("margin") == std::string::npos);  // margins were not asked for
  CHECK(sure("mRNA").at(0).ends_with(";coverage=1.0000"));
  made.exons[0].margin = 7;
  made.exons[1].margin = 3;
  made.second_best = 9;
  CHECK(sure("CDS").at(0).ends_with(";Gap=M4;margin=7"));
  CHECK(sure("exon").at(0) == "ID=gene1.t1.exon1;Parent=gene1.t1");
  CHECK(sure("mRNA").at(0).ends_with(";min_margin=3;runner_up=9"));
  made.exons[1].margin = 0;
  CHECK(sure("CDS").at(1).ends_with(";Gap=M2;margin=0"));
  CHECK(sure("mRNA").at(0).ends_with(";min_margin=0;runner_up=9"));
}

TEST_CASE("a model tells where its chain is proved to be the best") {
  auto made = model({exon({9, 13}, {0, 4}, 0)});
  for (const auto& [window, name] :
       {std::pair{proof_window::given, "given"}, std::pair{proof_window::limited, "limited"},
        std::pair{proof_window::proved, "proved"}}) {
    made.window = window;
    CHECK(column(text_of({{made}}), "mRNA", 8).at(0).ends_with(std::string(";window=") + name));
  }
}

TEST_CASE("an exon that every chain has is without a rival, and has no margin") {
  auto made = model({exon({9, 13}, {0, 4}, 0)});
  made.exons[0].is_without_alternative = true;
  CHECK(column(text_of({{made}}), "CDS", 8).at(0).ends_with(";Gap=M4;rival=none"));
  CHECK(column(text_of({{made}}), "mRNA", 8).at(0).ends_with(";coverage=1.0000"));
}

TEST_CASE("exons of locus models name the targets that have them too, and the model those of its locus") {
  auto made = model({exon({9, 13}, {0, 4}, 0)});
  made.exons[0].supporters = {"a,b", "t1"};
  made.locus_targets = {"a,b", "t1", "t2"};
  made.joint_score = 99;
  const auto text = text_of({{made}});
  CHECK(column(text, "CDS", 8).at(0).ends_with(";supported_by=a%2Cb,t1"));
  CHECK(column(text, "mRNA", 8).at(0).ends_with(";joint_score=99;locus_targets=a%2Cb,t1,t2"));
}

TEST_CASE("of many targets the first 20 are named, and all are counted") {
  auto made = model({exon({9, 13}, {0, 4}, 0)});
  std::string names;
  for (int n = 10; n < 31; ++n) {
    made.locus_targets.push_back("t" + std::to_string(n));
    if (n < 30) names += (names.empty() ? "" : ",") + made.locus_targets.back();
  }
  made.exons[0].supporters = made.locus_targets;
  CHECK(column(text_of({{made}}), "CDS", 8).at(0).ends_with(";supported_by=" + names + ";supporter_count=21"));
  CHECK(column(text_of({{made}}), "mRNA", 8).at(0).ends_with(";locus_targets=" + names + ";locus_target_count=21"));
  made.locus_targets.pop_back();
  CHECK(column(text_of({{made}}), "mRNA", 8).at(0).ends_with(";locus_targets=" + names));
}

TEST_CASE("a locus model that lies opposite to a better one names it, where loci are marked") {
  auto better = model({exon({9, 13}, {0, 4}, 0)}), other = model({exon({8, 12}, {0, 4}, 0)}, strand::reverse);
  better.joint_score = other.joint_score = 99;
  const auto write = [](const model_listing& models, const text_sink& sink) {
    model_listing marked = models;
    marked.mark_antisense({1, std::nullopt});
    write_gff3_features(marked, sink);
  };
  for (const auto& [style, type] : {std::pair(gff3_style::gene, "mRNA"), std::pair(gff3_style::match, "match")}) {
    const auto attributes = column(written({{better}, {other}}, named({"t0"}), style, write), type, 8);
    CHECK(attributes.at(0).ends_with(";joint_score=99;antisense_to=locus2"));
    CHECK(attributes.at(1).ends_with(";joint_score=99"));
  }
}

TEST_CASE("unaligned ends are deletions in Gap, joined with those beside them, and no edits, no Gap") {
  auto made = model({exon({9, 15}, {0, 2}, 0), exon({29, 30}, {2, 3}, 0)});
  made.exons[0].edits = {{edit::unaligned, 2}, {edit::deletion, 1}, {edit::match, 2}, {edit::unaligned, 1}};
  made.exons[1].edits = {};
  CHECK(column(text_of({{made}}), "CDS", 8) ==
        std::vector<std::string>{"ID=gene1.t1.cds;Parent=gene1.t1;Target=t0 1 2;Gap=D3 M2 D1",
                                 "ID=gene1.t1.cds;Parent=gene1.t1;Target=t0 3 3"});
}

TEST_CASE("a frameshift divides the CDS of one exon, on either strand") {
  for (const strand on : {strand::forward, strand::reverse}) {
    auto made = model({exon({9, 15}, {0, 2}, 0), exon({16, 22}, {2, 4}, 0), exon({40, 46}, {4, 6}, 0)}, on);
    made.exons[on == strand::forward ? 1 : 0].is_shifted = true;
    const auto text = text_of({{made}});
    using all = std::vector<std::string>;
    CHECK(column(text, "exon", 3) == all{"10", "41"});
    CHECK(column(text, "exon", 4) == all{"22", "46"});
    CHECK(column(text, "exon", 8) == all{"ID=gene1.t1.exon1;Parent=gene1.t1", "ID=gene1.t1.exon2;Parent=gene1.t1"});
    CHECK(column(text, "CDS", 3) == all{"10", "17", "41"});
    CHECK(column(text, "CDS", 4) == all{"15", "22", "46"});
  }
}

TEST_CASE("no locus has no features, and a file without sequences has its version alone") {
  CHECK(text_of({}).empty());
  CHECK(gff3_head({}, chromosomes()) == "##gff-version 3\n");
}

TEST_CASE("the head has a region for each sequence, once and in the order of the genome") {
  CHECK(gff3_head({1, 0, 1}, chromosomes()) ==
        "##gff-version 3\n##sequence-region chr2 1 500\n##sequence-region chr1 1 1000\n");
}

TEST_CASE("a target that is read backwards is counted from its begin, and has its strand") {
  auto made = model({exon({9, 13}, {0, 4}), exon({29, 31}, {4, 6})});
  CHECK(text_of({{made}}).find("Target=t0 1 6;") != std::string::npos);
  made.is_backwards = true;
  const std::string text = text_of({{made}});
  for (const char* part : {"Target=t0 1 6 -;", "Target=t0 3 6 -;", "Target=t0 1 2 -;"})
    CHECK(text.find(part) != std::string::npos);
}

TEST_CASE("recoded stops are told as GenBank tells them, whatever strand and introns") {
  for (const strand on : {strand::forward, strand::reverse}) {
    auto made = model({exon({9, 13}, {0, 4}, 0), exon({29, 31}, {4, 6}, 2)}, on);
    made.kind = molecule::protein;
    made.protein = "MUO";
    std::vector<aligned_symbol> columns = {
        {0, 'M', false, {9, 10, 11}}, {1, 'U', false, {12, 29, 30}}, {2, 'O', false, {31, 32, 33}}};
    if (on == strand::reverse)
      for (aligned_symbol& each : columns) std::ranges::reverse(each.bases);
    made.alignment = aligned_columns(columns);
    const std::string text = text_of({{made}});
    const std::string expected =
        on == strand::forward
            ? ";transl_except=(pos:join(13..13%2C30..31)%2Caa:Sec),(pos:32..34%2Caa:Pyl);"
            : ";transl_except=(pos:complement(join(13..13%2C30..31))%2Caa:Sec),(pos:complement(32..34)%2Caa:"
              "Pyl)";
    CHECK(text.find(expected.substr(0, expected.size() - 1)) != std::string::npos);
  }
}

TEST_CASE("a sequence without a base has no region") {
  sequence_catalog catalog;
  catalog.add("none", 0);
  catalog.add("one", 1);
  CHECK(gff3_head({0, 1}, catalog) == "##gff-version 3\n##sequence-region one 1 1\n");
}

TEST_CASE("a gene of a gene model alone has its score and probability, and nothing of a target") {
  const auto made = of_gene_model_alone(model({exon({9, 13}, {0, 4}, 0), exon({29, 31}, {4, 6}, 2)}));
  const std::string text = text_of({{made}});
  CHECK(column(text, "mRNA", 8).at(0) ==
        "ID=gene1.t1;Parent=gene1;probability=0.750;support=0.588;evidence=model;model_score=30");
  CHECK(column(text, "CDS", 8).at(1) == "ID=gene1.t1.cds;Parent=gene1.t1;probability=0.875");
}

TEST_CASE("a gene in place of an alignment has the figures of it without a Target and margins") {
  auto made = model({exon({9, 13}, {0, 4}, 0), exon({29, 31}, {4, 6}, 2)});
  made.e_value = 1e-9;
  for (model_exon& each : made.exons) each.margin = 60;
  const std::string text = text_of({{replaced_by_gene_model(made)}});
  CHECK(column(text, "mRNA", 8).at(0) ==
        "ID=gene1.t1;Parent=gene1;identity=0.9877;coverage=1.0000;probability=0.750;e_value=1.0e-09;support=0.424;"
        "evidence=protein,model;model_score=30");
  CHECK(column(text, "CDS", 8).at(0) == "ID=gene1.t1.cds;Parent=gene1.t1;probability=0.875");
}
