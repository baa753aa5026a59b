// Databases of proteins as large as they may be: written block by block, without holding the blocks.
#pragma once

#include <cstdint>

#include "base/files/output.hpp"
#include "exons/sequences/masking.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

struct formatted_size {
  std::uint64_t n_sequences = 0;
  std::uint64_t n_residues = 0;
};

/// The bytes that scan_database::of_proteins(proteins, by).write(out) writes. Throws nothing_to_compare where there is
/// no protein with a residue, io_failure.
formatted_size format_proteins(const target_set& proteins, masking by, output_file& out);

}  // namespace exonweave
