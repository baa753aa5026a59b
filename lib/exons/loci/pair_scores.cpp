#include "exons/loci/pair_scores.hpp"

#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave {

const pair_scores& pair_scores::blosum62() {
  static const pair_scores made = [] {
    pair_scores scores;
    scores.by_codon.fill(static_cast<std::int8_t>(beyond_ends));
    scores.by_residue.fill(static_cast<std::int8_t>(beyond_ends));
    const auto matrix = *spliced::named_protein_matrix("BLOSUM62");
    for (spliced::residue_code codon = 0; codon < spliced::n_amino_codes; ++codon)
      for (spliced::residue_code residue = 0; residue < spliced::stop_amino; ++residue)
        scores.by_codon[codon * row_length + residue] = scores.by_residue[residue * row_length + codon] =
            static_cast<std::int8_t>(matrix(codon, residue));
    return scores;
  }();
  return made;
}

}  // namespace exonweave
