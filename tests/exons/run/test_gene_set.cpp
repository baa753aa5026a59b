// Which elected models stay in the gene set of a run, and how many genes there are of what.
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/run/gene_set.hpp"
#include "exons/significance/score_statistics.hpp"

using namespace exonweave;
using exonweave::testing::exon;
using exonweave::testing::model;

namespace {

constexpr score_unit unit = score_unit::halves();

gene_model single_exon(interval where, strand on, spliced::score score) {
  return model({exon(where, {0, 1}, 0)}, on, 0, 0, score);
}

target_set targets_of(std::size_t n_residues) {
  target_set targets;
  targets.kind = molecule::protein;
  targets.targets.push_back({"p", std::string(n_residues, 'A'), 1});
  return targets;
}

// Without a margin: without any rival.
gene_model with_margin(std::optional<spliced::score> margin) {
  gene_model made = single_exon({0, 90}, strand::forward, 9);
  made.e_value = 1e-9;
  made.exons.front().margin = margin;
  return made;
}

}  // namespace

TEST_CASE("genes antisense to better-supported genes go with their isoforms, the others stay in their order") {
  const gene_model first = single_exon({0, 100}, strand::forward, 5);
  const gene_model better = single_exon({200, 300}, strand::forward, 9);
  const gene_model opposite = single_exon({240, 320}, strand::reverse, 7);
  std::vector<std::vector<gene_model>> genes = {{opposite, opposite}, {better, better, better}, {first}};
  CHECK(drop_antisense(targets_of(4), genes) == 1);
  REQUIRE(genes.size() == 2);
  CHECK(genes[0].size() == 3);
  CHECK(genes[0].front().exons.front().where == interval{200, 300});
  CHECK(genes[1].front().exons.front().where == interval{0, 100});
  CHECK(drop_antisense(targets_of(4), genes) == 0);
  CHECK(genes.size() == 2);
}

TEST_CASE("a gene that lies opposite to a better one stays where its target is identical") {
  const gene_model better = single_exon({0, 300}, strand::forward, 9);
  gene_model opposite = single_exon({0, 252}, strand::reverse, 7);
  opposite.is_coding = opposite.has_start = opposite.has_stop = true;
  opposite.kind = molecule::protein;
  opposite.identity = opposite.coverage = 1;
  opposite.coding = std::string(252, 'G');
  opposite.protein = std::string(83, 'A');
  for (const bool is_identical : {true, false}) {
    if (!is_identical) opposite.identity = 0.9;
    std::vector<std::vector<gene_model>> genes = {{better}, {opposite}};
    CHECK(drop_antisense(targets_of(83), genes) == (is_identical ? 0 : 1));
  }
}

TEST_CASE("a gene that is kept stays antisense to a better one") {
  const gene_model better = single_exon({0, 300}, strand::forward, 9);
  const gene_model opposite = single_exon({0, 252}, strand::reverse, 7);
  const gene_model other = single_exon({30, 300}, strand::reverse, 5);
  std::vector<locus_models> genes = {{better}, {opposite}, {other}};
  CHECK(drop_antisense(targets_of(4), genes, [](const locus_models& gene) { return gene.front().score == 7; }) == 1);
  REQUIRE(genes.size() == 2);
  CHECK(genes[1].front().score == 7);
}

TEST_CASE("isoforms make no gene antisense") {
  const gene_model elsewhere = single_exon({500, 600}, strand::forward, 9);
  const gene_model isoform = single_exon({200, 300}, strand::forward, 9);
  const gene_model opposite = single_exon({240, 320}, strand::reverse, 7);
  std::vector<std::vector<gene_model>> genes = {{elsewhere, isoform}, {opposite}};
  CHECK(drop_antisense(targets_of(4), genes) == 0);
}

TEST_CASE("pseudogenes go where any support is asked for") {
  gene_model pseudogene = with_margin(90);
  pseudogene.kind = molecule::protein;
  pseudogene.n_frameshifts = 1;
  std::vector<std::vector<gene_model>> genes = {{pseudogene}, {with_margin(90)}};
  CHECK(drop_unsupported(0, unit, genes) == 0);
  CHECK(drop_unsupported(0.1, unit, genes) == 1);
  REQUIRE(genes.size() == 1);
  CHECK_FALSE(genes[0].front().is_pseudogene());
}

TEST_CASE("genes that are kept stay with all isoforms, whatever their support") {
  std::vector<std::vector<gene_model>> genes = {{with_margin(0), with_margin(0)}, {with_margin(0)}};
  const auto has_isoforms = [](const std::vector<gene_model>& gene) { return gene.size() > 1; };
  CHECK(drop_unsupported(model_support(50), unit, genes, has_isoforms) == 1);
  REQUIRE(genes.size() == 1);
  CHECK(genes.front().size() == 2);
}

TEST_CASE("genes and isoforms with less support than is asked for go, those without any stay") {
  const double least = model_support(5);  // ten inside
  std::vector<std::vector<gene_model>> genes = {{with_margin(9), with_margin(30)},
                                                {with_margin(10), with_margin(9), with_margin(30)},
                                                {with_margin(std::nullopt)}};
  CHECK(drop_unsupported(least, unit, genes) == 1);
  REQUIRE(genes.size() == 2);
  REQUIRE(genes[0].size() == 2);
  CHECK(genes[0][0].exons.front().margin == 10);
  CHECK(genes[0][1].exons.front().margin == 30);
  CHECK_FALSE(genes[1].front().exons.front().margin);
}

TEST_CASE("genes are counted by their elected model, as whole, partial and broken ones") {
  const gene_model whole = single_exon({0, 90}, strand::forward, 9);
  gene_model partial = whole, broken = whole, transcript = whole;
  partial.has_stop = false;
  broken.n_frameshifts = 1;
  transcript.is_coding = false;
  const std::vector<std::vector<gene_model>> genes = {{whole, partial}, {whole}, {partial}, {broken}, {transcript}};
  const gene_set_counts counted = count_gene_set(genes, unit);
  CHECK(counted.n_models == 6);
  CHECK(counted.n_complete == 2);
  CHECK(counted.n_partial == 1);
  CHECK(counted.n_pseudo == 1);
}

TEST_CASE("the median support is that of genes that have one") {
  const std::vector<std::vector<gene_model>> genes = {
      {with_margin(9), with_margin(90)}, {with_margin(std::nullopt)}, {with_margin(30)}, {with_margin(20)}};
  CHECK(count_gene_set(genes, unit).median_support == model_support(10));
  CHECK_FALSE(count_gene_set(std::vector<std::vector<gene_model>>{{with_margin(std::nullopt)}}, unit).median_support);
}

TEST_CASE("of each gene the elected model is the first") {
  const std::vector<std::vector<gene_model>> genes = {{with_margin(1), with_margin(2)}, {with_margin(3)}};
  CHECK(representative_of(genes) == std::vector<const gene_model*>{&genes[0][0], &genes[1][0]});
}
