// Where the start and the stop codon of a model lie: introns may divide them.
#pragma once

#include <cstdint>
#include <vector>

#include "exons/models/gene_model.hpp"

namespace exonweave {

/// What introns divide a codon into, forward coordinates, in reading direction.
using codon_places = std::vector<interval>;

/// Of a coding model: its first and last three bases where it has a start and a stop codon; else empty.
codon_places start_codon_of(const gene_model& model);
codon_places stop_codon_of(const gene_model& model);

/// GFF3 phases of the pieces of a codon.
std::vector<std::int8_t> phases_of(const codon_places& codon);

}  // namespace exonweave
