// Frames without a stop codon: long ones are mostly coding sequence.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "exons/sequences/genetic_code.hpp"

namespace exonweave {

/// Marks in `covered`, [bases], what lies in a frame of either strand without stop codon of n_codons or more. Frames go
/// on to the ends of the bases. A codon with a base that is not known is none unless it is a stop whatever that is.
void cover_open_frames(std::string_view bases, const genetic_code& code, std::size_t n_codons,
                       std::vector<bool>& covered);

}  // namespace exonweave
