// Which proteins a gene set contains: by hand at the borders of the classes.
#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/run/completeness.hpp"

using namespace exonweave;
using exonweave::testing::exon;

namespace {

constexpr auto forward = strand::forward, reverse = strand::reverse;
using genes = std::vector<std::vector<gene_model>>;

gene_model gene(interval where, strand on = forward, std::size_t sequence = 0) {
  return exonweave::testing::model({exon(where, {0, 1}, 0)}, on, sequence);
}

elective_model alignment(interval where, double coverage, spliced::score score = 100, strand on = forward,
                         std::size_t target = 0, std::size_t sequence = 0) {
  elective_model made{exonweave::testing::model({exon(where, {0, 1}, 0)}, on, sequence, target, score), where};
  made.model.coverage = coverage;
  return made;
}

protein_in_genes found(const std::vector<elective_model>& alignments, const genes& set) {
  return find_in_genes(1, alignments, set).front();
}

}  // namespace

TEST_CASE("a protein is complete from four fifths of it on") {
  const genes set{{gene({0, 100})}};
  CHECK(found({alignment({0, 100}, 0.8)}, set).kind() == completeness_class::single_copy);
  CHECK(found({alignment({0, 100}, 0.79)}, set).kind() == completeness_class::fragmented);
  CHECK(found({}, set).kind() == completeness_class::missing);
}

TEST_CASE("what aligns beside the gene does not count") {
  const genes set{{gene({0, 100})}};
  const protein_in_genes half = found({alignment({50, 150}, 1)}, set);
  CHECK(half.covered == 0.5);
  CHECK(half.kind() == completeness_class::fragmented);
  CHECK(found({alignment({100, 200}, 1)}, set).kind() == completeness_class::missing);
  CHECK(found({alignment({0, 100}, 1, 100, reverse)}, set).kind() == completeness_class::missing);
  CHECK(found({alignment({0, 100}, 1, 100, forward, 0, 1)}, set).kind() == completeness_class::missing);
}

TEST_CASE("only intact genes with both ends make a protein complete") {
  const auto kind_in = [](auto change) {
    gene_model model = gene({0, 100});
    change(model);
    return found({alignment({0, 100}, 1)}, {{model}}).kind();
  };
  CHECK(kind_in([](gene_model&) {}) == completeness_class::single_copy);
  CHECK(kind_in([](gene_model& model) { model.has_start = false; }) == completeness_class::fragmented);
  CHECK(kind_in([](gene_model& model) { model.has_stop = false; }) == completeness_class::fragmented);
  CHECK(kind_in([](gene_model& model) { model.n_frameshifts = 1; }) == completeness_class::fragmented);
  CHECK(kind_in([](gene_model& model) { model.n_internal_stops = 1; }) == completeness_class::fragmented);
}

TEST_CASE("genes of nearly the best score are copies, others are paralogs") {
  const genes set{{gene({0, 100})}, {gene({200, 300})}};
  const auto with_second = [&](spliced::score score) {
    return found({alignment({0, 100}, 1, 100), alignment({200, 300}, 1, score)}, set);
  };
  CHECK(with_second(85).n_copies == 2);
  CHECK(with_second(85).kind() == completeness_class::duplicated);
  CHECK(with_second(84).kind() == completeness_class::single_copy);
  CHECK(with_second(120).n_copies == 1);  // the first one is the paralog
}

TEST_CASE("isoforms and several alignments are one gene") {
  const genes set{{gene({0, 50}), gene({0, 100})}};
  const protein_in_genes one = found({alignment({0, 100}, 0.9), alignment({0, 100}, 1)}, set);
  CHECK(one.n_copies == 1);
  CHECK(one.covered == 1);
}

TEST_CASE("each protein has its own class") {
  const genes set{{gene({0, 100})}};
  const auto all = find_in_genes(
      3, std::vector{alignment({0, 100}, 1, 50, forward, 2), alignment({0, 100}, 0.5, 90, forward, 1)}, set);
  REQUIRE(all.size() == 3);
  CHECK(all[0].kind() == completeness_class::missing);
  CHECK(all[1].kind() == completeness_class::fragmented);
  CHECK(all[2].kind() == completeness_class::single_copy);
  CHECK(word_of(all[1].kind()) == "fragmented");
}
