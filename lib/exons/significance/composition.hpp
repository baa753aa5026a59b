// What the composition of a protein and of a model takes off their score: where both have much of the same few amino
// acids, chance pairs these often, and high scores are more frequent than among average proteins.
//
// Lambda of ungapped alignments of two compositions p and q is the solution of
//
//   sum over amino acids a, b of  p(a) q(b) exp( lambda s(a, b) ) = 1
//
// (Karlin and Altschul 1990). The ratio is that lambda over the one of average proteins, as in the composition-based
// statistics of Schaffer et al. 2001 (Nucleic Acids Research 29:2994). There scores are divided by it, and gaps cost
// what they did. Here scores stay, so that gaps become cheaper in units of 1 / lambda by the same ratio, and lambda of
// gapped alignments falls about once more by it: that of BLOSUM62 is 0.267, 0.243 and 0.206 at 11, 10 and 9 to open a
// gap. So the factor is the square of the ratio.
#pragma once

#include <string_view>

#include "exons/models/gene_model.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave {

/// In [0.4, 1]. p is of the target's residues, q of the codons of the model from the first to the last that is aligned,
/// with 50 residues of an average protein. 1 of a target that is no protein, and where the scores have no lambda.
double composition_factor(const gene_model& model, std::string_view target, const spliced::substitution_matrix& scores);

}  // namespace exonweave
