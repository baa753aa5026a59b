// The settings of a --scoring file: YAML, read strictly and written back.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/files/report.hpp"
#include "exons/scoring/chain_scoring.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave {

// Scores between amino acids from a file in NCBI's format, as BLAST and EMBOSS use it.

constexpr spliced::score largest_matrix_score = 10'000;  // and its negative: what one cell may hold

/// The matrix with that name (see spliced::protein_matrix_names), else the one in the file at that path ("-" is
/// standard input): lines with # first are comments; a line of column letters; then for each of these letters, in
/// any order, a line of it and its scores, whole numbers. Rows are the genome's residues, columns the target's; the
/// two triangles may differ. The 20 amino acids must be there; spliced::protein_matrix says what letters without a
/// row score. All faults go to `problems` with their lines; throws missing_input, which says that `requested_by` named
/// it, or io_failure.
spliced::substitution_matrix read_protein_matrix(const std::string& name_or_path, report& problems,
                                                 const std::string& requested_by = "protein_matrix");

/// Reads a YAML file ("-" is standard input): a map of keys, each at most once, as docs/reference/scoring.md lists
/// them. Keys override the values that the preset has for the kind of targets, wherever they stand; an empty file gives
/// the defaults. Integers are plain digits, costs end in .5 where unit_of holds halves; costs that can be `off` say so.
/// Every problem goes to `problems` with its line; throws missing_input or io_failure.
scoring_options read_scoring(const std::string& path, molecule kind, report& problems);

/// Sets a key that holds one value by the text of an option, KEY=VALUE, as a file would. Throws bad_usage that names
/// the option: for splice_model, max_intron and what introns cost, which have other places, for unknown keys and bad
/// values.
void set_scoring(const std::string& option, const std::string& text, molecule kind, scoring_options& scoring);

/// The settings as keys and values, the values in JSON, which YAML understands. Together they are a whole file.
std::vector<std::pair<std::string, std::string>> scoring_settings(const scoring_options& options);

/// The settings as a file that read_scoring reads back to the same value, for the same kind of targets; what introns
/// cost is given then.
std::string to_yaml(const scoring_options& options);

}  // namespace exonweave
