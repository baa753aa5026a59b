// Databases of proteins as large as they may be: written block by block, without holding the blocks.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/files/output.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sequences/masking.hpp"
#include "exons/sequences/targets.hpp"
#include "spliced/scoring/alphabet.hpp"

namespace exonweave {

struct formatted_size {
  std::uint64_t n_sequences = 0;
  std::uint64_t n_residues = 0;
};

/// The bytes that scan_database::of_proteins(proteins, by).write(out) writes. Throws nothing_to_compare where there is
/// no protein with a residue, io_failure.
formatted_size format_proteins(const target_set& proteins, masking by, output_file& out);

// What the six reading frames of a sequence hold between stops.

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
