// One simulated locus in the reading direction of its gene: a random sequence, a gene in it, and decoys,
// candidate exons that look like exons. The simulator turns it round when the gene belongs on the reverse
// strand.
#pragma once

#include <string>
#include <vector>

#include "base/statistics/random_source.hpp"
#include "exons/sequences/interval.hpp"
#include "lab/simulation/simulation.hpp"

namespace exonweave {

struct locus_draft {
  std::string residues;
  std::vector<bool> is_fixed;         // a base that something relies on: an exon of the gene, a site of a candidate
  std::vector<interval> gene;         // coding exons, ascending
  std::vector<simulated_exon> exons;  // all candidates, the gene's exons first
};

/// A random sequence with a gene: ATG, sense codons, stop, cut into the planned exons by introns of at least
/// 70 nt with GT..AG and the surroundings of real splice sites.
locus_draft draft_gene(const locus_plan& plan, random_source& random);

/// Bases around the gene's splice sites and its start codon as the model has them, in place of those there: each is
/// drawn by how often a base stands in random sequence, times its odds in the model. Where windows overlap (an exon of
/// a few nt) odds are multiplied, as the model's weights are added when sites are scored. GT, AG and the first and last
/// codon stay, and no stop codon appears. All are drawn again, a hundred times at most, while an internal exon's sites
/// weigh too little.
void draw_sites(locus_draft& locus, const site_plan& plan, random_source& random);

/// Adds `n` decoys whose lengths sum up to `sum` but for a few nt. Each has the sites its type needs (AG
/// before it or ATG at its start, GT after it or a stop codon at its end) and no stop codon in its frame;
/// many share a site with the gene or with another decoy. Bases that nothing relies on are changed to open
/// the frame.
void add_decoys(locus_draft& locus, std::size_t n, std::int64_t sum, random_source& random);

constexpr std::uint32_t gc_fraction = 440'000;  // ppm, of random bases

/// `length` bases, gc_fraction of them G or C.
std::string random_bases(std::int64_t length, random_source& random);

/// The `index`-th of `n` exons of a gene.
exon_type type_of_exon(std::size_t index, std::size_t n);

}  // namespace exonweave
