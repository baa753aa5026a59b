// Alignments as people read them: target above model above codons, exon by exon, with the splice sites between.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/files/file_text.hpp"
#include "exons/models/gene_model.hpp"
#include "exons/sequences/targets.hpp"
#include "exons/writers/model_listing.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave {

/// Per model a head of lines that begin with '#', then its exons in reading direction, in blocks of at most 100
/// columns:
///
///   exon 2: 205-210, phase 1
///
///   target          3   P  G        4         positions in the target
///                       |  +                  | identical, + another pair with a positive score, blank: all else
///   model           3   P  A        4         positions in the protein
///   genome        205 >TCCGCG>>   210         bases and where the first and last of them lie
///
///   intron 2: 211-380, 170 nt, GT-AG, phase 1
///
/// '>' stands for the bases of a codon that lie beyond an intron, '-' for a gap on either side. Residues at the ends of
/// the model that are not aligned are in lower case, as are the bases that a frameshift skips, with '!' above. A final
/// stop codon is '*', opposite nothing. For DNA targets there is no row of a model's own: its residues are the
/// genome's. `scores` are those between residues of the targets' kind.
void write_alignments(const model_listing& models, const spliced::substitution_matrix& scores, const text_sink& sink);

// The pieces that a readable alignment is put together from: a residue of a model with all that stands above and below
// it.

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
