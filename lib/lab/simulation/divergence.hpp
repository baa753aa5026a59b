// Evolution of coding sequences: what a homologous cDNA of another species looks like after substitutions and
// in-frame insertions and deletions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/statistics/random_source.hpp"

namespace exonweave {

struct divergence_rates {
  std::uint32_t substitution = 0;  // ppm per base
  std::uint32_t indel = 0;         // ppm per codon: an insertion or a deletion of 1 to 3 codons
};

struct diverged_sequence {
  std::string residues;
  std::int64_t matches = 0;          // columns of the true alignment with equal bases
  std::int64_t columns = 0;          // columns of the true alignment
  std::int64_t protein_matches = 0;  // the same for amino acids; stop codons and cut codons do not count
  std::int64_t protein_columns = 0;

  [[nodiscard]] double percent_identity() const;
  [[nodiscard]] double percent_protein_identity() const;
};

/// A relative of `coding`, read in frame from its first base. The first and the last codon stay (start and
/// stop), and no stop codon appears in between where there was none; a substituted base is always another
/// base. Bases other than A, C, G, T stay; bases beyond the last whole codon are substituted without regard
/// to codons.
diverged_sequence diverge(std::string_view coding, const divergence_rates& rates, random_source& random);

/// A codon that is not a stop.
std::string random_sense_codon(random_source& random);

/// A codon that is.
std::string random_stop_codon(random_source& random);

}  // namespace exonweave
