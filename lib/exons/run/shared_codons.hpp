// Genes that share coding bases in one frame: no codon belongs to two genes.
//
//   owner    ====ooooo====>             o: codons of both
//   other             ooooo-----=====>  reaches them over an intron, with hardly a residue of its target there
#pragma once

#include <cstddef>
#include <vector>

#include "exons/run/gene_set.hpp"
#include "exons/run/prediction.hpp"

namespace exonweave {

/// The codons that two models have in common: bases of both, on one strand, in one frame.
struct shared_codons {
  std::int64_t n_bases = 0;
  interval where{};  // their hull
};
shared_codons codons_of_both(const gene_model& a, const gene_model& b);

/// Parts the genes of a gene set, as choose_locus_models() has them, that share codons. Of two the one owns them that
/// comes first by this order: it `is_kept`; its frame is unbroken; 8 residues of its target or more are paired within
/// the exons that hold them; its target is identical, or whole (gene_fit); its score is better; it comes first. The
/// other one's target is aligned anew, exactly, to the larger side of what it was aligned to, without these codons. If
/// nothing is found there, or half of its bases were shared, the gene goes. Its isoforms go in any case.
///
/// Genes that do not code, and those of DNA, are left as they are. Returns how many are gone. Throws as predict_loci()
/// does.
std::size_t part_genes(std::vector<locus_models>& genes, const prediction_input& input,
                       const prediction_options& options, const gene_test& is_kept = is_none);

}  // namespace exonweave
