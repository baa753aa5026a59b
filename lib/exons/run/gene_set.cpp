#include "exons/run/gene_set.hpp"

#include <utility>

#include "base/statistics/random_source.hpp"
#include "exons/run/antisense_loci.hpp"
#include "exons/run/gene_fit.hpp"
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

}  // namespace exonweave
