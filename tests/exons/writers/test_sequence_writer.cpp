// Proteins and coding sequences of models as FASTA.
#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/writers/plain_writers.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

target_set one_target() { return {{"targets.fa"}, molecule::protein, {{"t0", "MA", 1}}}; }

gene_model coding(std::string bases, std::string protein, strand on = strand::forward, std::int8_t phase = 0) {
  auto made = model({exon({9, 15}, {0, 2}, 0), exon({29, 32}, {2, 2}, phase)}, on);
  made.coding = std::move(bases);
  made.protein = std::move(protein);
  return made;
}

}  // namespace

TEST_CASE("a record has the ID of its model, the target, the place and the score") {
  const auto made = coding("ATGGCATAA", "MA");
  CHECK(written({{made}}, one_target(), gff3_style::gene, write_proteins) ==
        ">gene1.t1 target=t0 locus=chr1:10-32(+) score=12\nMA\n");
  CHECK(written({{made}}, one_target(), gff3_style::gene, write_coding_sequences) ==
        ">gene1.t1 target=t0 locus=chr1:10-32(+) score=12\nATGGCATAA\n");
  CHECK(written({{made}}, one_target(), gff3_style::match, write_proteins).starts_with(">match1 "));
}

TEST_CASE("alternatives are records of their own, numbered as in the GFF3") {
  auto second = coding("ATGTAA", "M");
  second.score = 5;
  const auto text = written({{coding("ATGGCATAA", "MA"), second}}, one_target(), gff3_style::gene, write_proteins);
  CHECK(text.find(">gene1.t1 target=t0 locus=chr1:10-32(+) score=12\nMA\n") == 0);
  CHECK(text.find(">gene1.t2 target=t0 locus=chr1:10-32(+) score=5\nM\n") != std::string::npos);
}

TEST_CASE("lines hold 60 residues") {
  const auto lines = [](std::size_t n) {
    const auto text =
        written({{coding("ATGTAA", std::string(n, 'A'))}}, one_target(), gff3_style::gene, write_proteins);
    return text.substr(text.find('\n') + 1);
  };
  CHECK(lines(59) == std::string(59, 'A') + "\n");
  CHECK(lines(60) == std::string(60, 'A') + "\n");
  CHECK(lines(61) == std::string(60, 'A') + "\nA\n");
}

TEST_CASE("a coding sequence that begins within a codon says how many bases to pass over") {
  const auto first_in_reading_direction = coding("GGCATAA", "A", strand::reverse, 1);
  CHECK(written({{first_in_reading_direction}}, one_target(), gff3_style::gene, write_coding_sequences) ==
        ">gene1.t1 target=t0 locus=chr1:10-32(-) score=12 phase=1\nGGCATAA\n");
}

TEST_CASE("what is not coding has no record") {
  auto made = model({exon({9, 15}, {0, 6})});
  made.coding = "ACGTAC";
  CHECK(written({{made}}, one_target(), gff3_style::gene, write_proteins).empty());
  CHECK(written({{made}}, one_target(), gff3_style::gene, write_coding_sequences).empty());
}

TEST_CASE("no target is named that is not aligned to these exons") {
  for (const auto& made :
       {of_gene_model_alone(coding("ATGGCATAA", "MA")), replaced_by_gene_model(coding("ATGGCATAA", "MA"))}) {
    CHECK(written({{made}}, one_target(), gff3_style::gene, write_proteins) ==
          ">gene1.t1 locus=chr1:10-32(+) score=12\nMA\n");
    CHECK(written({{made}}, one_target(), gff3_style::gene, write_coding_sequences) ==
          ">gene1.t1 locus=chr1:10-32(+) score=12\nATGGCATAA\n");
  }
}
