// What the genes of an annotation are called, and what they are said to encode.
#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/writers/gff3_writer.hpp"
#include "exons/writers/gtf_writer.hpp"
#include "exons/writers/model_listing.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

target protein(const std::string& name, const std::string& description) {
  return {.name = name, .residues = "MKKKKKKKKK", .description = description};
}

const target_set targets{{"t.fa"},
                         molecule::protein,
                         {protein("sp|P60010|ACT_YEAST", "Actin OS=Saccharomyces cerevisiae GN=ACT1 PE=1"),
                          protein("a", "; name=ACT1;"), protein("b", ""), protein("c", "; name=ACT1_2;")}};

gene_model at(std::int64_t start, std::size_t target, spliced::score score) {
  return model({exon({start, start + 30}, {0, 10}, 0)}, strand::forward, 1, target, score);
}

model_listing gene_set(std::vector<locus_models> loci, const sequence_catalog& catalog) {
  return {std::move(loci), catalog, targets, {.is_gene_set = true}};
}

template <class Writer>
std::string text_of(const model_listing& genes, const Writer& write) {
  std::string text;
  write(genes, [&](std::string_view piece) { text += piece; });
  return text;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("of genes with one name the best has it as it is, and copies are numbered by descending score") {
  CHECK(unique_names({{at(0, 0, 5)}, {at(40, 1, 9)}, {at(80, 2, 9)}, {at(120, 0, 7)}}, targets) ==
        std::vector<std::string>{"ACT1_3", "ACT1", "b", "ACT1_2"});
}

TEST_CASE("of equal scores the first gene has the name") {
  CHECK(unique_names({{at(0, 0, 5)}, {at(40, 0, 5)}}, targets) == std::vector<std::string>{"ACT1", "ACT1_2"});
}

TEST_CASE("a copy never takes the name of another target") {
  CHECK(unique_names({{at(0, 0, 9)}, {at(40, 0, 8)}, {at(80, 3, 1)}}, targets) ==
        std::vector<std::string>{"ACT1", "ACT1_3", "ACT1_2"});
  CHECK(unique_names({}, targets).empty());
}

TEST_CASE("a gene has the product of its target only where both are alike enough") {
  gene_model made = at(0, 0, 5);
  made.coverage = min_product_coverage;
  made.identity = min_product_identity;
  const auto product = [&made](std::size_t target) { return product_of(made, targets.targets[target]).product; };
  const auto note = [&made](std::size_t target) { return product_of(made, targets.targets[target]).note; };
  CHECK(product(0) == "Actin");
  CHECK(note(0).empty());
  CHECK(product(2).empty());
  CHECK(note(2).empty());
  made.coverage = 0.49;
  CHECK(product(0) == "hypothetical protein");
  CHECK(note(0) == "similar to Actin");
  CHECK(product(2) == "hypothetical protein");
  CHECK(note(2) == "similar to b");
  made.coverage = 1;
  made.identity = 0.34;
  CHECK(product(0) == "hypothetical protein");
}

TEST_CASE("all rows of a gene set have the name of its gene, and notes stand on mRNAs") {
  const sequence_catalog catalog = chromosomes();
  gene_model far = at(100, 0, 7);
  far.identity = 0.3;
  const model_listing genes = gene_set({{at(0, 0, 9)}, {far}}, catalog);
  const std::string gff3 = text_of(genes, write_gff3_features), gtf = text_of(genes, write_gtf);
  CHECK(has(gff3, "ID=gene1;Name=ACT1\n"));
  CHECK(has(gff3, "ID=gene1.t1;Parent=gene1;Name=ACT1;product=Actin;Dbxref=UniProtKB:P60010;"));
  CHECK(has(gff3, "ID=gene2;Name=ACT1_2\n"));
  CHECK(has(gff3, "ID=gene2.t1;Parent=gene2;Name=ACT1_2;product=hypothetical protein;Note=similar to Actin;"));
  CHECK(has(gff3, "Parent=gene2.t1;product=hypothetical protein;Target="));
  CHECK(has(gtf, "gene_id \"gene2\"; gene_name \"ACT1_2\";"));
}
