// Scores between amino acids from a file in NCBI's format, as BLAST and EMBOSS use it.
#pragma once

#include <string>

#include "base/files/report.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave {

constexpr spliced::score largest_matrix_score = 10'000;  // and its negative: what one cell may hold

/// The matrix with that name (see spliced::protein_matrix_names), else the one in the file at that path ("-" is
/// standard input): lines with # first are comments; a line of column letters; then for each of these letters, in
/// any order, a line of it and its scores, whole numbers. Rows are the genome's residues, columns the target's; the
/// two triangles may differ. The 20 amino acids must be there; spliced::protein_matrix says what letters without a
/// row score. All faults go to `problems` with their lines; throws missing_input, which says that `requested_by` named
/// it, or io_failure.
spliced::substitution_matrix read_protein_matrix(const std::string& name_or_path, report& problems,
                                                 const std::string& requested_by = "protein_matrix");

}  // namespace exonweave
