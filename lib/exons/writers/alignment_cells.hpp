// The pieces that a readable alignment is put together from: a residue of a model with all that stands above and below
// it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exons/models/gene_model.hpp"
#include "exons/sequences/targets.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave {

/// One row each, all of one width.
struct alignment_cell {
  std::string target;
  std::string mark;
  std::string model;
  std::string genome;
  bool has_symbol = false;       // of the target
  bool has_residue = false;      // of the model
  std::int64_t first_base = -1;  // of the exon, in reading direction, forward coordinates; -1: none
  std::int64_t last_base = -1;
};

/// The cells of each exon of a model (of each part of one that a frameshift divides), in reading direction. A part
/// after a frameshift begins with a cell of the bases that are skipped, which are not the exon's. alignment_writer.hpp
/// says how they look. `aligned` are the target's symbols as the model was aligned to them, `scores` are those between
/// residues of the target's kind.
std::vector<std::vector<alignment_cell>> alignment_cells(const gene_model& model, std::string_view aligned,
                                                         const spliced::substitution_matrix& scores);

}  // namespace exonweave
