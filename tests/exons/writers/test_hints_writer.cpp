// A gene set as hints for AUGUSTUS.
#include <fmt/format.h>

#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/significance/score_statistics.hpp"
#include "exons/writers/gtf_writer.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

const target_set targets{{"t.fa"}, molecule::protein, {{"t0", "MK", 1}}};

std::string text_of(const locus_models& gene) { return written({gene}, targets, gff3_style::gene, write_hints); }

std::string row(const std::string& type, const std::string& place, char strand = '+', const std::string& score = ".",
                const std::string& source = "mult=1;src=P") {
  return "chr1\texonweave\t" + type + "\t" + place + "\t" + score + "\t" + strand + "\t.\t" + source + ";pri=4" +
         (score == "." ? "" : ";al_score=" + score) + "\n";
}

model_exon supported(model_exon made, spliced::score margin, std::vector<std::string> supporters) {
  made.margin = margin;
  made.supporters = std::move(supporters);
  return made;
}

// Exons with margins, and an E-value, without which there is no support.
gene_model supported_model(std::vector<model_exon> exons) {
  auto made = model(std::move(exons));
  made.e_value = 0;
  return made;
}

}  // namespace

TEST_CASE("exons are cut at both ends, introns and codons are whole") {
  CHECK(text_of({model({exon({100, 150}, {0, 17}, 0), exon({200, 240}, {17, 30}, 1)})}) ==
        row("start", "101\t103") + row("CDSpart", "116\t135") + row("intron", "151\t200") + row("CDSpart", "216\t225") +
            row("stop", "238\t240"));
}

TEST_CASE("of a short exon the middle is left") {
  auto made = model({exon({100, 130}, {0, 10}, 0)}, strand::reverse);
  made.has_start = made.has_stop = false;
  CHECK(text_of({made}) == row("CDSpart", "115\t115", '-'));
  made.exons.front().where.end = 101;
  CHECK(text_of({made}) == row("CDSpart", "101\t101", '-'));
}

TEST_CASE("a frameshift is no intron, and a codon that an intron divides is no hint") {
  auto made = model({exon({100, 101}, {0, 1}, 0), exon({200, 240}, {0, 13}, 2), exon({241, 290}, {13, 29}, 0)});
  made.exons[2].is_shifted = true;
  CHECK(text_of({made}) ==
        row("CDSpart", "101\t101") + row("intron", "102\t200") + row("CDSpart", "216\t275") + row("stop", "288\t290"));
}

TEST_CASE("rows of a sure gene are a group, with the support of exons and the number of targets that have them") {
  const spliced::score high = 40, higher = 60;
  const auto made = supported_model({supported(exon({100, 150}, {0, 17}, 0), high, {"a", "b", "c"}),
                                     supported(exon({200, 240}, {17, 30}, 1), higher, {"b", "c", "d"})});
  REQUIRE(model_support(high) >= sure_support);
  const std::string group = "src=C;grp=gene1", score = "0.999";
  // The start and stop codons are enforced as well, but the intron has only two targets.
  CHECK(text_of({made}) == row("start", "101\t103", '+', score, "mult=3;" + group) +
                               row("start", "101\t103", '+', score, "mult=3;src=M") +
                               row("CDSpart", "116\t135", '+', score, "mult=3;" + group) +
                               row("intron", "151\t200", '+', score, "mult=2;" + group) +
                               row("CDSpart", "216\t225", '+', score, "mult=3;" + group) +
                               row("stop", "238\t240", '+', score, "mult=3;" + group) +
                               row("stop", "238\t240", '+', score, "mult=3;src=M"));
}

TEST_CASE("hints are enforced with several targets and nearly the most support of a sure gene") {
  const auto text_by = [](spliced::score margin, std::vector<std::string> names, bool is_whole = true) {
    auto made = supported_model({supported(exon({100, 150}, {0, 17}, 0), margin, names),
                                 supported(exon({200, 240}, {17, 30}, 1), margin, names)});
    made.n_internal_stops = is_whole ? 0 : 1;
    return text_of({made});
  };
  const spliced::score high = 40, lower = 28;
  REQUIRE(exon_support(high) > 0.995);
  REQUIRE(exon_support(lower) > 0.98);
  REQUIRE(exon_support(lower) < 0.995);
  const std::string text = text_by(high, {"a", "b", "c"});
  for (const std::string& each :
       {row("start", "101\t103", '+', "0.999", "mult=3;src=M"), row("intron", "151\t200", '+', "0.999", "mult=3;src=M"),
        row("stop", "238\t240", '+', "0.999", "mult=3;src=M")})
    CHECK(text.find(each) != std::string::npos);
  CHECK(text_by(high, {"a", "b"}).find("src=M") == std::string::npos);
  CHECK(text_by(lower, {"a", "b", "c"}).find("src=M") == std::string::npos);
  CHECK(text_by(high, {"a", "b", "c"}, false).find("src=M") == std::string::npos);
}

TEST_CASE("an intron is as sure as the less sure exon beside it") {
  const spliced::score low = 2, high = 60;
  const std::string text = text_of({supported_model(
      {supported(exon({100, 150}, {0, 17}, 0), low, {"a"}), supported(exon({200, 240}, {17, 30}, 1), high, {"a"})})});
  const auto of_exon = [](spliced::score margin) {
    return fmt::format("{:.3f}", exon_support(static_cast<double>(margin)));
  };
  CHECK(text.find(row("intron", "151\t200", '+', of_exon(low))) != std::string::npos);
  CHECK(text.find(row("CDSpart", "216\t225", '+', of_exon(high))) != std::string::npos);
}

TEST_CASE("a gene with a broken frame is not sure") {
  auto made = supported_model({supported(exon({100, 150}, {0, 17}, 0), 60, {"a"})});
  CHECK(text_of({made}).find("src=C") != std::string::npos);
  made.n_internal_stops = 1;
  CHECK(text_of({made}).find("src=C") == std::string::npos);
}

TEST_CASE("what isoforms share is one row, with the higher support") {
  const auto first = supported_model(
      {supported(exon({100, 150}, {0, 17}, 0), 30, {"a"}), supported(exon({200, 240}, {17, 30}, 1), 30, {"a"})});
  const auto second = supported_model(
      {supported(exon({100, 150}, {0, 17}, 0), 40, {"a"}), supported(exon({210, 240}, {17, 30}, 1), 40, {"a"})});
  const std::string text = text_of({first, second});
  const auto count = [&text](const std::string& part) {
    std::size_t n = 0;
    for (auto place = text.find(part); place != std::string::npos; place = text.find(part, place + 1)) ++n;
    return n;
  };
  CHECK(count("\tstart\t") == 1);
  CHECK(count("\tintron\t") == 2);
  CHECK(count("\tCDSpart\t116\t135\t") == 1);
  CHECK(count("mult=1;") == count("\n"));
}

TEST_CASE("equal rows of several unsure genes are one, for which the targets of all speak") {
  const auto gene = [](std::int64_t start, const std::string& name) {
    return supported_model(
        {supported(exon({start, 150}, {0, 17}, 0), 2, {name}), supported(exon({200, 240}, {17, 30}, 1), 2, {name})});
  };
  const std::string text = written({{gene(60, "a")}, {gene(90, "b")}}, targets, gff3_style::gene, write_hints);
  CHECK(text.find("\tintron\t151\t200\t") == text.rfind("\tintron\t"));
  CHECK(text.find("mult=2;src=P;pri=4;al_score=", text.find("\tintron\t")) != std::string::npos);
}

TEST_CASE("genes to which no target is aligned are no hints of proteins") {
  const auto aligned = supported_model({supported(exon({100, 150}, {0, 17}, 0), 60, {"a"})});
  CHECK(text_of({of_gene_model_alone(aligned)}).empty());
  CHECK(text_of({replaced_by_gene_model(aligned)}).empty());
  auto elsewhere = of_gene_model_alone(aligned);
  elsewhere.exons.front().where = {300, 351};
  CHECK(written({{aligned}, {elsewhere}}, targets, gff3_style::gene, write_hints) == text_of({aligned}));
}
