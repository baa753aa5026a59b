#include "exons/gene_finding/gene_parameters.hpp"

#include <algorithm>

namespace exonweave {
namespace {

std::array<place_score, n_known_bases> composition_of(const gene_counts& genes) {
  std::array<place_score, n_known_bases> scores{};
  double sum = 0;
  for (const std::uint64_t count : genes.composition) sum += static_cast<double>(count) + 1;
  for (std::size_t base = 0; base < scores.size(); ++base)
    scores[base] = log_score((static_cast<double>(genes.composition[base]) + 1) / sum);
  return scores;
}

std::array<std::array<place_score, 2>, 2> mask_scores(const mask_counts& genes, const mask_counts& others) {
  constexpr double drawn = 20;  // counts
  std::array<std::array<place_score, 2>, 2> scores{};
  for (std::size_t before = 0; before < 2; ++before)
    for (std::size_t is_masked = 0; is_masked < 2; ++is_masked) {
      const auto n_others = static_cast<double>(others[before][0] + others[before][1]);
      const auto n_genes = static_cast<double>(genes[before][0] + genes[before][1]);
      const double of_others = (static_cast<double>(others[before][is_masked]) + 1) / (n_others + 2);
      const double of_genes = (static_cast<double>(genes[before][is_masked]) + drawn * of_others) / (n_genes + drawn);
      scores[before][is_masked] = log_score(of_genes) - log_score(of_others);
    }
  return scores;
}

}  // namespace

gene_parameters make_parameters(const gene_counts& genes, const intergenic_counts& others) {
  const auto n_bases = static_cast<double>(std::max<std::uint64_t>(genes.n_coding_bases, codon_length));
  const auto n_genes = static_cast<double>(std::max<std::uint64_t>(genes.n_genes, 1));
  const auto n_introns = static_cast<double>(genes.intron_lengths.size());
  return {.intergenic = markov_chain(others.bases),
          .coding = {markov_chain(genes.coding[0]), markov_chain(genes.coding[1]), markov_chain(genes.coding[2])},
          .composition = composition_of(genes),
          .intron = markov_chain(genes.intron),
          .donor = site_matrix(genes.donors),
          .acceptor = site_matrix(genes.acceptors),
          .start = site_matrix(genes.starts),
          .branches = branch_points(genes.branches, genes.intron, genes.acceptors),
          .lengths = intron_lengths::learn(genes.intron_lengths),
          .start_codons = genes.start_codons,
          .stop_codons = genes.stop_codons,
          .masks = mask_scores(genes.masks, others.masks),
          .per_gene = log_score(1 / bases_per_gene),
          .per_stop = log_score(n_genes * codon_length / n_bases),
          .per_intron = log_score((n_introns + 0.5) / (n_bases + 1)),
          .upstream_start = log_score((static_cast<double>(genes.n_with_upstream_start) + 1) / (n_genes + 2))};
}

}  // namespace exonweave
