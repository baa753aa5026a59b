#include "catch.hpp"
#include "exons/models/found_gene_model.hpp"
#include "exons/sequences/genetic_code.hpp"

using namespace exonweave;

namespace {

// ATG GCA TAA with the intron [6, 14).
constexpr auto bases = "CCATGGGTAAGCAGCATAACC";

found_gene forward_gene() {
  found_gene gene;
  gene.exons = {{{2, 6}, 0.5}, {{14, 19}, 0.25}};
  gene.gain = 10 * finding_scores_per_bit + finding_scores_per_bit / 4;
  gene.probability = 0.125;
  return gene;
}

}  // namespace

TEST_CASE("a found gene becomes a model without target, with phases, coding sequence and protein") {
  const auto model = make_gene_model(forward_gene(), 3, bases, standard_code(), score_unit::halves());
  CHECK_FALSE(model.has_target());
  CHECK(model.sequence == 3);
  CHECK(model.coding == "ATGGCATAA");
  CHECK(model.protein == "MA");
  CHECK(score_unit::halves().text(model.score) == "20.5");
  CHECK(model.probability == 0.125);
  REQUIRE(model.exons.size() == 2);
  CHECK(model.exons[0].phase == 0);
  CHECK(model.exons[1].phase == 2);
  CHECK(model.exons[1].probability == 0.25);
  CHECK(model.exons[1].gap_begin == "GT");
  CHECK(model.exons[1].gap_end == "AG");
  CHECK_FALSE(model.has_broken_frame());
}

TEST_CASE("a found gene of the reverse strand is the same model on it") {
  found_gene gene = forward_gene();
  gene.on = strand::reverse;
  std::string turned = reverse_complement(bases);
  for (found_exon& exon : gene.exons) exon.where = flip(exon.where, std::ssize(turned));
  std::swap(gene.exons[0], gene.exons[1]);
  const auto model = make_gene_model(gene, 0, turned, standard_code(), score_unit::halves());
  CHECK(model.coding == "ATGGCATAA");
  CHECK(model.exons[1].phase == 0);
  CHECK(model.exons[0].phase == 2);
  CHECK(model.exons[0].gap_begin == "GT");
}

TEST_CASE("a found gene that is cut has its first codon behind its phase") {
  found_gene gene = forward_gene();
  gene.exons[0].where.start = 3;
  gene.has_start = false;
  gene.phase = 2;
  const auto model = make_gene_model(gene, 0, bases, standard_code(), score_unit::halves());
  CHECK(model.coding == "TGGCATAA");
  CHECK(model.protein == "A");
  CHECK(model.exons[0].phase == 2);
  CHECK(model.exons[1].phase == 2);
}
