// The alignment of a protein's model residue by residue, in the rows of `miniprot --aln` and `--trans`.
//
//   ##ATN  ATGGCTGgtaaaaagTTTGGTAA     bases; of introns in lower case
//   ##ATA  M..A..V        ..W..*..     what codons encode, at the first base of each
//   ##AAS  |     |          |          | equal, + alike
//   ##AQA  M  S  V          W          symbols of the protein
//   ##STA  MAVW*                       what the codons encode, one after the other
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "exons/models/gene_model.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave {

/// Gives the upper-case bases of a part of a sequence, forward.
using base_source = std::function<std::string(std::size_t sequence, interval where)>;

/// What lines are made from next to a model and its target.
struct residue_sources {
  const spliced::substitution_matrix& scores;  // between amino acids
  const genetic_code& code;
  const base_source& bases;
  std::int64_t sequence_length;  // nt, of the model's
};

/// Introns of more nt are shown by this many at either end, and their length between: gtaag~1234~tttag.
constexpr std::int64_t shown_of_intron = 200;

struct residue_lines {
  std::string alignment;    // four lines, ##ATN to ##AQA
  std::string translation;  // one line, ##STA
};

/// After what the PAF line holds stands one more codon, the three bases that follow on the sequence where there are so
/// many: they are the stop codon, unless an intron lies before or within that. Of a model with a stop codon they read
/// '*', and so ends the translation, which is else the model's protein and what they encode.
residue_lines make_residue_lines(const gene_model& model, const target& aligned, const residue_sources& sources);

}  // namespace exonweave
