// Models as GTF.
#include <algorithm>

#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/writers/gtf_writer.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

const target_set targets{{"t.fa"}, molecule::protein, {{"t0", "MK", 1}, {"t1", "MK", 2}}};

std::string text_of(const std::vector<locus_models>& loci) {
  return written(loci, targets, gff3_style::gene, write_gtf);
}

std::string row(const std::string& type, const std::string& place, const std::string& frame = ".",
                const std::string& transcript = "gene1.t1") {
  return "chr1\texonweave\t" + type + "\t" + place + "\t.\t+\t" + frame +
         "\tgene_id \"gene1\"; gene_biotype \"protein_coding\";" +
         (transcript.empty() ? "" : " transcript_id \"" + transcript + "\";") + "\n";
}

}  // namespace

TEST_CASE("CDS ends before the stop codon") {
  CHECK(text_of({{model({exon({9, 19}, {0, 3}, 0), exon({29, 40}, {3, 7}, 2)})}}) ==
        row("gene", "10\t40", ".", "") + row("transcript", "10\t40") + row("exon", "10\t19") +
            row("CDS", "10\t19", "0") + row("exon", "30\t40") + row("CDS", "30\t37", "2") +
            row("start_codon", "10\t12", "0") + row("stop_codon", "38\t40", "0"));
}

TEST_CASE("an exon that holds nothing but the stop codon has no CDS") {
  CHECK(text_of({{model({exon({9, 19}, {0, 4}, 0), exon({29, 31}, {4, 4}, 2)})}}) ==
        row("gene", "10\t31", ".", "") + row("transcript", "10\t31") + row("exon", "10\t19") +
            row("CDS", "10\t18", "0") + row("exon", "30\t31") + row("start_codon", "10\t12", "0") +
            row("stop_codon", "19\t19", "0") + row("stop_codon", "30\t31", "2"));
}

TEST_CASE("on the reverse strand the stop codon is at the low end") {
  const std::string text = text_of({{model({exon({9, 19}, {3, 7}, 2), exon({29, 40}, {0, 3}, 0)}, strand::reverse)}});
  CHECK(text.find("\tCDS\t13\t19\t.\t-\t2\t") != std::string::npos);
  CHECK(text.find("\tstart_codon\t38\t40\t.\t-\t0\t") != std::string::npos);
  CHECK(text.find("\tstop_codon\t10\t12\t.\t-\t0\t") != std::string::npos);
}

TEST_CASE("an exon with a frameshift in it is one, its CDS are two") {
  auto made = model({exon({9, 13}, {0, 4}, 0), exon({14, 20}, {4, 6}, 2)});
  made.exons[1].is_shifted = true;
  made.has_stop = false;
  const std::string text = text_of({{made}});
  CHECK(text.find("\texon\t10\t20\t") != std::string::npos);
  CHECK(text.find("\tCDS\t10\t13\t") != std::string::npos);
  CHECK(text.find("\tCDS\t15\t20\t") != std::string::npos);
}

TEST_CASE("a gene whose frame is broken is a pseudogene, in all of its rows") {
  auto made = model({exon({9, 19}, {0, 3}, 0), exon({29, 40}, {3, 7}, 2)});
  made.kind = molecule::protein;
  made.n_internal_stops = 1;
  const std::string text = text_of({{made}});
  CHECK(std::ranges::count(text, '\n') == 8);
  for (std::size_t line = 0; line < text.size(); line = text.find('\n', line) + 1)
    CHECK(text.substr(line, text.find('\n', line) - line).find("; gene_biotype \"pseudogene\";") != std::string::npos);
}

TEST_CASE("a gene has several transcripts, and what does not code has exons alone") {
  const std::string text = text_of({{model({exon({9, 18}, {0, 3}, 0)}), model({exon({12, 21}, {0, 9})})}});
  CHECK(text.find("\tgene\t10\t21\t") != std::string::npos);
  CHECK(text.find(row("exon", "13\t21", ".", "gene1.t2")) != std::string::npos);
  CHECK(text_of({{model({exon({12, 21}, {0, 9})})}}).find("gene_biotype \"processed_transcript\"") !=
        std::string::npos);
  CHECK(text.find("\tCDS\t13") == std::string::npos);
}

TEST_CASE("quotes and semicolons in names are escaped") {
  const target_set odd{{"t.fa"}, molecule::protein, {{"t\"0;", "MK", 1}}};
  const sequence_catalog catalog = chromosomes();
  std::string text;
  write_gtf(
      {{{model({exon({9, 18}, {0, 3}, 0)})}}, catalog, odd, {gff3_style::gene, score_unit::whole(), "P", {}, true}},
      [&](std::string_view piece) { text += piece; });
  CHECK(text.find("gene_id \"P_000010\"; gene_name \"t%220%3B\"; gene_biotype \"protein_coding\"; transcript_id "
                  "\"P_000010.t1\";") != std::string::npos);
}

TEST_CASE("gene finders are trained on sure and complete genes, the best mRNA of each, without stop codons in CDS") {
  const auto sure = [](std::int64_t start) {
    auto made = model({exon({start, start + 10}, {0, 3}, 0), exon({start + 20, start + 31}, {3, 7}, 2)});
    for (model_exon& each : made.exons) each.margin = 60;
    made.e_value = 0;
    return made;
  };
  auto cut = sure(100), broken = sure(200), unsure = sure(300);
  cut.has_start = false;
  broken.n_internal_stops = 1;
  unsure.exons.front().margin = 1;
  const std::string text =
      written({{sure(9), sure(9)}, {cut}, {broken}, {unsure}}, targets, gff3_style::gene, write_training_genes);
  CHECK(text == row("transcript", "10\t40") + row("CDS", "10\t19", "0") + row("CDS", "30\t37", "2") +
                    row("start_codon", "10\t12", "0") + row("stop_codon", "38\t40", "0"));
}

TEST_CASE("genes of a gene model have the rows of others, and train nobody") {
  auto aligned = model({exon({9, 19}, {0, 3}, 0), exon({29, 40}, {3, 7}, 2)});
  aligned.kind = molecule::protein;
  aligned.e_value = 0;
  for (model_exon& each : aligned.exons) each.margin = 60;
  const auto alone = of_gene_model_alone(aligned), replaced = replaced_by_gene_model(aligned);
  CHECK(text_of({{alone}}) == text_of({{aligned}}));
  CHECK(text_of({{replaced}}) == text_of({{aligned}}));
  const auto for_training = [](const gene_model& each) {
    return written({{each}}, targets, gff3_style::gene, write_training_genes);
  };
  CHECK_FALSE(for_training(aligned).empty());
  CHECK(for_training(alone).empty());
  CHECK(for_training(replaced).empty());
}
