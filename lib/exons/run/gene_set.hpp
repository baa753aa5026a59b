// The genes of a run, from the models that were representative of loci: which of them stay, and how many there are of
// what.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "exons/models/gene_model.hpp"
#include "exons/run/gene_test.hpp"
#include "exons/sequences/targets.hpp"
#include "exons/settings/setting_values.hpp"

namespace exonweave {

/// Of each gene, as choose_locus_models() has them, the model that was representative: its first one. `genes` must
/// outlive the pointers.
std::vector<const gene_model*> representative_of(std::span<const std::vector<gene_model>> genes);

/// Drops genes whose representative model lies opposite to a better one (antisense_loci.hpp), with their isoforms, but
/// for those whose target is identical (gene_fit.hpp): the species' own protein is no chance alignment. Genes that
/// `is_kept` stay as well. Returns how many.
std::size_t drop_antisense(const target_set& targets, std::vector<locus_models>& genes,
                           const gene_test& is_kept = is_none);

/// Drops genes whose representative model has less support (score_statistics.hpp), and of other genes isoforms with
/// less. A model whose exons are all without alternative has no support, and needs none; a pseudogene has none, and
/// goes where any is requested.
/// Genes that `is_kept` stay whole, whatever their support. Returns how many genes; isoforms are not counted.
std::size_t drop_unsupported(double least, score_unit unit, std::vector<locus_models>& genes,
                             const gene_test& is_kept = is_none);

struct gene_set_counts {
  std::size_t n_models = 0;    // with isoforms
  std::size_t n_complete = 0;  // this and the next two of coding genes: whole frames with start and stop codon
  std::size_t n_partial = 0;   // whole frames, without one of these
  std::size_t n_pseudo = 0;    // broken frames
  std::optional<double> median_support{};  // of the genes that have one
  // By evidence, where a gene model was requested.
  std::size_t n_by_protein = 0, n_by_both = 0, n_by_model = 0;
};

/// By the representative model of each gene. `unit` is that of scores.
gene_set_counts count_gene_set(std::span<const std::vector<gene_model>> genes, score_unit unit);

}  // namespace exonweave
