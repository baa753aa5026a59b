// No codon belongs to two genes of a gene set.
#include <string>
#include <vector>

#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/run/shared_codons.hpp"
#include "exons/run/small_job.hpp"

using namespace exonweave;
using exonweave::testing::exon;
using exonweave::testing::small_job;

namespace {

gene_model coding(std::vector<model_exon> exons, strand on = strand::forward, std::size_t target = 0,
                  spliced::score score = 12) {
  gene_model made = testing::model(std::move(exons), on, 0, target, score);
  made.kind = molecule::protein;
  return made;
}

// An exon whose residues are all paired, or all unaligned.
model_exon exon_of(interval where, spliced::edit op, std::int8_t phase = 0) {
  model_exon made = exon(where, {0, where.length() / 3}, phase);
  made.edits = {{op, static_cast<std::uint32_t>(where.length() / 3)}};
  return made;
}

}  // namespace

TEST_CASE("codons of both are bases that two models read in one frame") {
  const gene_model model = coding({exon({100, 190}, {0, 30}, 0)});
  CHECK(codons_of_both(model, coding({exon({130, 220}, {0, 30}, 0)})).n_bases == 60);
  CHECK(codons_of_both(model, coding({exon({130, 220}, {0, 30}, 0)})).where == interval{130, 190});
  CHECK(codons_of_both(model, coding({exon({131, 221}, {0, 30}, 0)})).n_bases == 0);
  CHECK(codons_of_both(model, coding({exon({131, 221}, {0, 30}, 2)})).n_bases == 59);
  CHECK(codons_of_both(model, coding({exon({190, 280}, {0, 30}, 0)})).n_bases == 0);
  const gene_model backwards = coding({exon({100, 190}, {0, 30}, 0)}, strand::reverse);
  CHECK(codons_of_both(backwards, coding({exon({40, 130}, {0, 30}, 0)}, strand::reverse)).n_bases == 30);
  CHECK(codons_of_both(backwards, coding({exon({40, 131}, {0, 30}, 1)}, strand::reverse)).n_bases == 31);
  CHECK(codons_of_both(backwards, coding({exon({40, 131}, {0, 30}, 0)}, strand::reverse)).n_bases == 0);
}

TEST_CASE("of two genes that share codons the one with residues there keeps them, whatever the other scores") {
  small_job job("TTTTTTTTTT", {}, {"ACG", "ACG"});
  const auto left_of = [&](std::vector<gene_model> models) {
    std::vector<std::vector<gene_model>> genes;
    for (gene_model& each : models) genes.push_back({std::move(each)});
    const std::size_t n = genes.size();
    const std::size_t n_gone = part_genes(genes, job.input(), job.options);
    CHECK(n_gone == n - genes.size());
    std::vector<spliced::score> scores;
    for (const auto& gene : genes) scores.push_back(gene.front().score);
    return scores;
  };
  const interval shared{300, 360};
  const gene_model lives = coding({exon_of(shared, spliced::edit::match)}, strand::forward, 0, 10);
  const gene_model reaches = coding(
      {exon_of(shared, spliced::edit::unaligned), exon_of({400, 430}, spliced::edit::match)}, strand::forward, 1, 90);
  CHECK(left_of({lives, reaches}) == std::vector<spliced::score>{10});
  gene_model better = lives;
  better.score = 20;
  CHECK(left_of({lives, better}) == std::vector<spliced::score>{20});
  gene_model disrupted = better;
  disrupted.n_internal_stops = 1;
  CHECK(left_of({lives, disrupted}) == std::vector<spliced::score>{10});
  gene_model of_dna = better;
  of_dna.kind = molecule::dna;
  CHECK(left_of({lives, of_dna}) == std::vector<spliced::score>{10, 20});
  CHECK(left_of({lives, coding({exon({301, 361}, {0, 20}, 0)})}).size() == 2);
}
