// Which seeds a search of a genome takes: short ones where there is little to search, which find more.
#pragma once

#include "exons/loci/genome_segments.hpp"

namespace exonweave {

/// For residues of targets against so many nt of both strands. Of as many chance matches four shapes find about a third
/// more at half of the residues equal than a word without gaps. Sensitive: of a residue less.
seed_rules seeds_of_genome(double n_places, double n_residues, bool is_sensitive);

}  // namespace exonweave
