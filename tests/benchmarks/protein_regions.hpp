// What benchmarks align proteins to: a simulated gene in random bases, or the regions of real loci; and the default
// scoring of proteins, with the splice sites of vertebrates.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/solving/region_material.hpp"
#include "lab/simulation/simulation.hpp"

namespace exonweave::benchmarks {

struct protein_scoring {
  genetic_code code;
  site_scorer sites;
  chain_scoring scoring;
};

/// preset: default.
protein_scoring default_protein_scoring();

/// One gene with exons of 150 nt in the mean, and one relative of its protein: 10% of the bases substituted.
simulation simulate_gene(std::int64_t region, std::int64_t residues, std::uint64_t seed);

struct protein_region {
  strand_region region;
  std::vector<spliced::residue_code> target;

  /// nt x residues.
  [[nodiscard]] double cells() const {
    return static_cast<double>(region.residues.size()) * static_cast<double>(target.size());
  }
};

/// Of what simulate_gene makes.
std::string protein_of_target(const simulation& made);
/// What simulate_gene makes.
protein_region region_of(const simulation& made);

/// The pairs of pairs.tsv with genome.fa and the proteins of targets.*.pep.fa in a folder. Throws bad_data and what
/// reading throws.
std::vector<protein_region> read_regions(const std::string& folder);

/// ORF exons, all of them: where they may begin and end.
block_sites find_blocks(const strand_region& region, const protein_scoring& scoring);

}  // namespace exonweave::benchmarks
