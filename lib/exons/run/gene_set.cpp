#include "exons/run/gene_set.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/statistics/random_source.hpp"
#include "exons/run/exon_chains.hpp"
#include "exons/significance/score_statistics.hpp"

namespace exonweave {

std::vector<const gene_model*> representative_of(std::span<const std::vector<gene_model>> genes) {
  std::vector<const gene_model*> models;
  for (const std::vector<gene_model>& each : genes) models.push_back(&each.front());
  return models;
}

std::size_t drop_antisense(const target_set& targets, std::vector<locus_models>& genes, const gene_test& is_kept) {
  const auto better = better_opposites(representative_of(genes));
  const auto is_identical = [&](const gene_model& representative) {
    return fit_of(representative, targets.targets[representative.target].residues.size()) == gene_fit::identical;
  };
  std::vector<locus_models> kept;
  for (std::size_t g = 0; g < genes.size(); ++g)
    if (!better[g] || is_identical(genes[g].front()) || is_kept(genes[g])) kept.push_back(std::move(genes[g]));
  genes = std::move(kept);
  return better.size() - genes.size();
}

std::size_t drop_unsupported(double least, score_unit unit, std::vector<locus_models>& genes,
                             const gene_test& is_kept) {
  const auto is_unsupported = [&](const gene_model& model) {
    if (model.is_pseudogene()) return least > 0;
    const auto support = support_of(model, unit);
    return support && *support < least;
  };
  const std::size_t n_dropped =
      std::erase_if(genes, [&](const auto& gene) { return is_unsupported(gene.front()) && !is_kept(gene); });
  for (std::vector<gene_model>& gene : genes)
    if (!is_kept(gene)) std::erase_if(gene, is_unsupported);
  return n_dropped;
}

gene_set_counts count_gene_set(std::span<const std::vector<gene_model>> genes, score_unit unit) {
  gene_set_counts counted;
  std::vector<double> supports;
  for (const std::vector<gene_model>& each : genes) {
    const gene_model& gene = each.front();
    counted.n_models += each.size();
    if (const auto support = support_of(gene, unit)) supports.push_back(*support);
    if (gene.evidence)
      ++(*gene.evidence == gene_evidence::protein ? counted.n_by_protein
         : *gene.evidence == gene_evidence::model ? counted.n_by_model
                                                  : counted.n_by_both);
    if (!gene.is_coding) continue;
    const bool is_whole = gene.has_start && gene.has_stop;
    ++(gene.has_broken_frame() ? counted.n_pseudo : is_whole ? counted.n_complete : counted.n_partial);
  }
  counted.median_support = median_of(std::move(supports));
  return counted;
}

namespace {

// Of the codons, without the stop codon, and of the target's residues the share that is paired, the smaller one.
double paired_fraction(const gene_model& model, std::size_t n_residues) {
  constexpr double stop = 1;
  double n_bases = 0;
  for (const model_exon& exon : model.exons) n_bases += static_cast<double>(exon.where.length());
  const double n_codons = n_bases / codon_length - stop;
  return std::min(model.coverage, model.coverage * static_cast<double>(n_residues) / n_codons);
}

}  // namespace

gene_fit fit_of(const gene_model& model, std::size_t n_residues) {
  if (model.kind != molecule::protein || !model.has_start || !model.has_stop || model.has_broken_frame())
    return gene_fit::part;
  const double paired = paired_fraction(model, n_residues);
  if (paired >= identical_fraction && model.identity >= identical_fraction) return gene_fit::identical;
  return paired >= whole_fraction ? gene_fit::whole : gene_fit::part;
}

namespace {

struct ranked_model {
  const gene_model* model;
  std::size_t number;  // as the caller counts
  exon_chain exons;
};

strand other_strand(strand on) { return on == strand::forward ? strand::reverse : strand::forward; }

// Those that code, the best first.
std::vector<ranked_model> by_score(std::span<const gene_model* const> models) {
  std::vector<ranked_model> sorted;
  for (std::size_t number = 0; number < models.size(); ++number)
    if (models[number]->is_coding) sorted.push_back({models[number], number, chain_of(*models[number])});
  const auto key = [](const ranked_model& each) {
    return std::tuple<spliced::score, std::size_t, const exon_chain&, strand>(-each.model->score, each.model->sequence,
                                                                              each.exons, each.model->on);
  };
  std::ranges::stable_sort(sorted, [&](const ranked_model& a, const ranked_model& b) { return key(a) < key(b); });
  return sorted;
}

bool lies_opposite(const exon_chain& exons, const exon_chain& better) {
  return 2 * shared_length(exons, better) >= length_of(exons);
}

}  // namespace

std::vector<std::optional<std::size_t>> better_opposites(std::span<const gene_model* const> models) {
  std::vector<std::optional<std::size_t>> better_of(models.size());
  const std::vector<ranked_model> ranked = by_score(models);
  exon_index genes;  // by rank
  for (std::size_t rank = 0; rank < ranked.size(); ++rank) {
    const auto& [model, number, exons] = ranked[rank];
    const auto near = genes.near(model->sequence, other_strand(model->on), exons);
    const auto better =
        std::ranges::find_if(near, [&](std::size_t gene) { return lies_opposite(exons, ranked[gene].exons); });
    if (better == near.end())
      genes.add(rank, model->sequence, model->on, exons);
    else
      better_of[number] = ranked[*better].number;
  }
  return better_of;
}

}  // namespace exonweave
