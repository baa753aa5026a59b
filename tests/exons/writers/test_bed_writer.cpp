// Models as rows of BED12.
#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/writers/plain_writers.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

std::string text_of(const std::vector<locus_models>& loci, score_unit unit = score_unit::whole()) {
  target_set targets{{"t.fa"}, molecule::dna, {}};
  for (const char* name : {"t0", "t1"}) targets.targets.push_back({name, "ATGTAA", 1});
  return written(loci, targets, gff3_style::gene, write_bed, unit);
}

}  // namespace

TEST_CASE("a model is a row, its exons are blocks, what is coding is thick") {
  const auto coding = model({exon({9, 13}, {0, 4}, 0), exon({29, 31}, {4, 6}, 2)}, strand::reverse);
  CHECK(text_of({{coding}}) == "chr1\t9\t31\tgene1.t1\t12\t-\t9\t31\t0\t2\t4,2,\t0,20,\n");
  const auto noncoding = model({exon({9, 13}, {0, 4})});
  CHECK(text_of({{noncoding}}) == "chr1\t9\t13\tgene1.t1\t12\t+\t9\t9\t0\t1\t4,\t0,\n");
}

TEST_CASE("an exon with a frameshift in it is one block") {
  auto made = model({exon({9, 13}, {0, 4}, 0), exon({14, 20}, {4, 6}, 2)});
  made.exons[1].is_shifted = true;
  CHECK(text_of({{made}}) == "chr1\t9\t20\tgene1.t1\t12\t+\t9\t20\t0\t1\t11,\t0,\n");
}

TEST_CASE("scores are within 0 and 1000, in whole written units") {
  auto made = model({exon({9, 13}, {0, 4}, 0)});
  const auto score = [&](spliced::score inside) {
    made.score = inside;
    const std::string text = text_of({{made}}, score_unit::halves());
    return text.substr(19, text.find("\t+") - 19);
  };
  CHECK(score(81) == "40");
  CHECK(score(2001) == "1000");
  CHECK(score(9999) == "1000");
  CHECK(score(-81) == "0");
}

TEST_CASE("rows are sorted by start, alternatives too") {
  std::vector<locus_models> loci = {{model({exon({40, 44}, {0, 4})}, strand::forward, 1, 0, 12),
                                     model({exon({9, 13}, {0, 4})}, strand::forward, 1, 0, 5)},
                                    {model({exon({20, 24}, {0, 4})}, strand::forward, 1, 1)},
                                    {model({exon({5, 9}, {0, 4})}, strand::forward, 0, 1)}};
  const std::string text = text_of(loci);
  CHECK(text.starts_with("chr2\t5\t9\tgene1.t1\t"));
  const auto second = text.find("chr1\t9\t13\tgene2.t2\t"), third = text.find("chr1\t20\t24\tgene3.t1\t"),
             last = text.find("chr1\t40\t44\tgene2.t1\t");
  CHECK(second < third);
  CHECK(third < last);
  CHECK(last != std::string::npos);
}

TEST_CASE("genes of a gene model are rows as all others") {
  const auto made = model({exon({9, 13}, {0, 4}, 0), exon({29, 31}, {4, 6}, 2)}, strand::reverse);
  CHECK(text_of({{of_gene_model_alone(made)}}) == text_of({{made}}));
  CHECK(text_of({{replaced_by_gene_model(made)}}) == text_of({{made}}));
}
