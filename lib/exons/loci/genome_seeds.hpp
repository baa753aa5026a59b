// Which seeds a search of a genome takes: short ones where there is little to search, which find more.
#pragma once

#include "exons/loci/genome_segments.hpp"

namespace exonweave {

/// High: seeds are a residue shorter; high_if_small: where the space is small alone, and this takes seconds.
enum class seed_sensitivity { usual, high_if_small, high };

/// For residues of targets against so many nt of both strands. Of as many chance matches four shapes find about a third
/// more at half of the residues equal than a word without gaps. Sensitive: of a residue less. The shortest ones give
/// many segments by chance: gapped alignments choose among these.
seed_rules seeds_of_genome(double n_places, double n_residues, seed_sensitivity requested);

/// Where hardware compares all residues (gapless_finder_maker): no shapes, and segments as of the shortest seeds.
seed_rules without_shapes();

}  // namespace exonweave
