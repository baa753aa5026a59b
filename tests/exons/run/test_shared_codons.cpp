// No codon belongs to two genes of a gene set.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/run/codons_of.hpp"
#include "exons/run/exon_chains.hpp"
#include "exons/run/shared_codons.hpp"
#include "exons/run/small_job.hpp"
#include "exons/sites/site_models.hpp"
#include "exons/solving/split_gene.hpp"

using namespace exonweave;
using exonweave::testing::codons_of;
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

// Two genes on a strand, the second one without a start codon where its protein begins: it is aligned best with that of
// the first one, of which a donor is in the frame. The next start codon is that of its sixth residue.
class two_genes : public small_job {
 public:
  explicit two_genes(strand on)
      : small_job(on == strand::forward ? text() : reverse_complement(text()), {}, {proteins[0], proteins[1]}),
        on_(on) {
    targets.kind = molecule::protein;
    options.scoring = testing::codon_scoring();
    options.scoring.introns = {30, {{10}}};
    options.block_sites.emplace(testing::flat_model());
    options.blocks = block_mode::add;
    for (const std::size_t target : {0u, 1u}) cases.push_back({0, {0, sequences.catalog().length(0)}, on, target});
  }

  // Of a part of the strand.
  [[nodiscard]] interval place(interval where) const {
    return on_ == strand::forward ? where : flip(where, static_cast<std::int64_t>(text().size()));
  }
  static interval first() { return {40, 40 + nt(0)}; }
  static interval second() { return {first().end + 60 + 15, first().end + 60 + nt(1)}; }

  // The best model of each target.
  std::vector<std::vector<gene_model>> genes() {
    std::vector<std::vector<gene_model>> made;
    for (const locus_result& result : run()) made.push_back({result.models.front()});
    return made;
  }

 private:
  static inline const std::string proteins[] = {"MKWHCYFRDNEWQPHIKLCVTWAYFGHDEKRCWSNHYFPQ",
                                                "MPFDEMYHLKACGNTRVSIQEWCHPKDLFYGRNAVTSWHC"};
  static std::int64_t nt(std::size_t gene) { return static_cast<std::int64_t>(3 * proteins[gene].size() + 3); }
  static std::string text() {
    const std::string around = "TTTAATTAATTAATTTTTTTTTTAATTAATTAATTTTTTT", before = "TTTAATTAATTAATTTTTAG";
    return around + codons_of(proteins[0]) + "TAA" + around + before + codons_of("T" + proteins[1].substr(1)) + "TAA" +
           around;
  }

  strand on_;
};

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
  const auto left_of = [&](std::vector<gene_model> models, const gene_test& is_kept = is_none) {
    std::vector<std::vector<gene_model>> genes;
    for (gene_model& each : models) genes.push_back({std::move(each)});
    const std::size_t n = genes.size();
    const std::size_t n_gone = part_genes(genes, job.input(), job.options, is_kept);
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
  const auto is_kept = [](const locus_models& gene) { return gene.front().score == 10; };
  CHECK(left_of({better, lives}, is_kept) == std::vector<spliced::score>{10});
  gene_model disrupted = better;
  disrupted.n_internal_stops = 1;
  CHECK(left_of({lives, disrupted}) == std::vector<spliced::score>{10});
  gene_model of_dna = better;
  of_dna.kind = molecule::dna;
  CHECK(left_of({lives, of_dna}) == std::vector<spliced::score>{10, 20});
  CHECK(left_of({lives, coding({exon({301, 361}, {0, 20}, 0)})}).size() == 2);
}

TEST_CASE("of two genes that share codons the worse one is aligned anew without those of the better one") {
  two_genes job(GENERATE(strand::forward, strand::reverse));
  std::vector<std::vector<gene_model>> genes = job.genes();
  REQUIRE(genes.size() == 2);
  REQUIRE(chain_of(genes[0].front()) == exon_chain{job.place(two_genes::first())});
  REQUIRE(genes[1].front().exons.size() == 2);
  REQUIRE(codons_of_both(genes[0].front(), genes[1].front()).n_bases > 0);
  const spliced::score better = genes[0].front().score, before = genes[1].front().score;
  genes[1].push_back(genes[1].front());  // an isoform
  CHECK(part_genes(genes, job.input(), job.options) == 0);
  REQUIRE(genes.size() == 2);
  CHECK(genes[0].front().score == better);
  REQUIRE(genes[1].size() == 1);
  const gene_model& anew = genes[1].front();
  CHECK(anew.target == 1);
  CHECK(chain_of(anew) == exon_chain{job.place(two_genes::second())});
  CHECK(anew.score < before);
  CHECK(anew.joint_score == std::optional<std::int64_t>(anew.score));
  CHECK(anew.locus_targets == std::vector<std::string>{"t1"});
  CHECK(anew.exons.front().supporters == std::vector<std::string>{"t1"});
}

TEST_CASE("a gene of which nothing is aligned without the codons of a better one goes") {
  two_genes job(strand::forward);
  std::vector<std::vector<gene_model>> genes = job.genes();
  REQUIRE(genes.size() == 2);
  job.options.min_score = genes[1].front().score;
  CHECK(part_genes(genes, job.input(), job.options) == 1);
  REQUIRE(genes.size() == 1);
  CHECK(genes[0].front().target == 0);
}
