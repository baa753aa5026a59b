#include "exons/run/gene_fit.hpp"

#include <algorithm>

namespace exonweave {
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

}  // namespace exonweave
