// What the six reading frames of a sequence hold between stops.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"
#include "spliced/scoring/alphabet.hpp"

namespace exonweave {

/// Amino acids of codons without a stop among them.
struct open_stretch {
  strand on = strand::forward;
  std::int64_t first_codon = 0;  // as database_origin has it
  std::vector<spliced::residue_code> residues;
};

/// All of `bases` (IUPAC letters of a whole sequence), by strand, frame and place: cut at stops, and where
/// `codons_of_gap` codons or more, one after the other, have no known amino acid. None is empty or has nothing but
/// unknown ones.
std::vector<open_stretch> find_open_stretches(std::string_view bases, const genetic_code& code,
                                              std::size_t codons_of_gap);

}  // namespace exonweave
