// Mobile elements that a gene model takes for genes with introns. Retrotransposons, as Ty1 of baker's yeast, make one
// protein of two overlapping frames by a programmed frameshift (Farabaugh 1996, Microbiol. Rev. 60:103-134). A gene
// model joins these frames by an intron that is none, in each of the copies.
#pragma once

#include <cstddef>
#include <vector>

#include "exons/models/gene_model.hpp"
#include "exons/run/gene_test.hpp"

namespace exonweave {

/// Drops genes of the gene model alone that have introns and many copies: at least half of the words of their protein
/// are words of at least fewest_element_copies such genes, of these with or without introns. Words are element_word
/// residues long; shorter proteins stay, and so do genes that `is_kept`. Returns how many genes it drops.
std::size_t drop_mobile_elements(std::vector<locus_models>& genes, const gene_test& is_kept = is_none);
constexpr std::size_t fewest_element_copies = 8;
constexpr std::size_t element_word = 10;

}  // namespace exonweave
