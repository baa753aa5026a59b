// How well a target explains the gene of its model, and what an election makes of that.
#include <string>
#include <vector>

#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/run/gene_set.hpp"
#include "exons/run/locus_models.hpp"

using namespace exonweave;
using exonweave::testing::exon;

namespace {

constexpr std::size_t n_residues = 100;

// A gene of one exon, all of whose codons are paired with the residues of its protein.
gene_model whole_gene(std::int64_t start = 0, std::int64_t n_codons = n_residues) {
  gene_model made = testing::model({exon({start, start + 3 * (n_codons + 1)}, {0, n_residues}, 0)});
  made.kind = molecule::protein;
  made.identity = 0.5;
  return made;
}

gene_model identical_gene(std::int64_t start = 0) {
  gene_model made = whole_gene(start);
  made.identity = 1;
  return made;
}

gene_model disrupted_gene(std::int64_t start = 0) {
  gene_model made = whole_gene(start);
  made.n_internal_stops = 1;
  return made;
}

gene_model of_target(gene_model model, std::size_t target, spliced::score score) {
  model.target = target;
  model.score = score;
  return model;
}

target_set three_targets() {
  target_set targets{{"t.fa"}, molecule::protein, {}};
  for (const char* name : {"a", "b", "c"}) targets.targets.push_back({name, std::string(n_residues, 'K'), 1});
  return targets;
}

// Targets of the loci' elected models, where every chain has the sum of scores that its own target gives it.
std::vector<std::size_t> representative(const std::vector<gene_model>& models) {
  std::vector<elective_model> standing;
  for (const gene_model& each : models) standing.push_back({each, each.span()});
  const target_set targets = three_targets();
  std::vector<std::size_t> winners;
  for (const locus_group& group : group_into_loci(standing, targets)) {
    std::vector<candidate_chain> candidates = candidates_of(group);
    for (candidate_chain& each : candidates) each.joint_score = each.finder->model().score;
    winners.push_back(representative_models(candidates, group, targets, 1).front().target);
  }
  return winners;
}

}  // namespace

TEST_CASE("a target explains a gene whole where nine in ten residues of both are paired") {
  CHECK(fit_of(whole_gene(), n_residues) == gene_fit::whole);
  CHECK(fit_of(whole_gene(0, 111), n_residues) == gene_fit::whole);
  CHECK(fit_of(whole_gene(0, 112), n_residues) == gene_fit::part);
  gene_model model = whole_gene();
  model.coverage = 0.9;
  CHECK(fit_of(model, n_residues) == gene_fit::whole);
  model.coverage = 0.89;
  CHECK(fit_of(model, n_residues) == gene_fit::part);
}

TEST_CASE("an identical target is aligned whole, and equal in 98 of 100 residues") {
  gene_model model = identical_gene();
  CHECK(fit_of(model, n_residues) == gene_fit::identical);
  model.identity = 0.98;
  CHECK(fit_of(model, n_residues) == gene_fit::identical);
  model.identity = 0.97;
  CHECK(fit_of(model, n_residues) == gene_fit::whole);
  model = identical_gene();
  model.coverage = 0.97;
  CHECK(fit_of(model, n_residues) == gene_fit::whole);
  model = identical_gene();
  model.exons.front().where.end += 9;
  CHECK(fit_of(model, n_residues) == gene_fit::whole);
}

TEST_CASE("a target explains no gene without start or stop codon, of a broken frame, or of another molecule") {
  const auto spoilt = [](auto&& spoil) {
    gene_model model = identical_gene();
    spoil(model);
    return fit_of(model, n_residues);
  };
  CHECK(spoilt([](auto& model) { model.has_start = false; }) == gene_fit::part);
  CHECK(spoilt([](auto& model) { model.has_stop = false; }) == gene_fit::part);
  CHECK(spoilt([](auto& model) { model.n_frameshifts = 1; }) == gene_fit::part);
  CHECK(spoilt([](auto& model) { model.n_internal_stops = 1; }) == gene_fit::part);
  CHECK(spoilt([](auto& model) { model.kind = molecule::dna; }) == gene_fit::part);
}

TEST_CASE("a chain of a broken frame does not win where a target explains an intact gene whole") {
  const gene_model disrupted = of_target(disrupted_gene(30), 0, 90);
  gene_model intact = of_target(whole_gene(), 1, 50);
  CHECK(representative({disrupted, intact}) == std::vector<std::size_t>{1});
  intact.coverage = 0.5;
  CHECK(representative({disrupted, intact}) == std::vector<std::size_t>{0});
}

TEST_CASE("an identical target decides, whatever others score") {
  const gene_model longer = of_target(whole_gene(30, n_residues + 5), 0, 90);
  CHECK(representative({longer, of_target(identical_gene(), 1, 50)}) == std::vector<std::size_t>{1});
  CHECK(representative({longer, of_target(whole_gene(), 1, 50)}) == std::vector<std::size_t>{0});
  CHECK(representative({longer, of_target(identical_gene(), 1, 50), of_target(identical_gene(3), 2, 60)}) ==
        std::vector<std::size_t>{2});
}

TEST_CASE("a chain over two genes leaves both to their own proteins") {
  const gene_model over_both = of_target(whole_gene(0, 2 * n_residues + 40), 0, 90);
  CHECK(representative({over_both, of_target(identical_gene(), 1, 50), of_target(identical_gene(330), 2, 40)}) ==
        std::vector<std::size_t>{1, 2});
  CHECK(representative({over_both, of_target(whole_gene(), 1, 50), of_target(whole_gene(330), 2, 40)}) ==
        std::vector<std::size_t>{0});
}
