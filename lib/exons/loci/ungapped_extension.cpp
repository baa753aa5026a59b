#include "exons/loci/ungapped_extension.hpp"

#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave {

using spliced::residue_code;
using spliced::score;

// Made once for all growers.
const ungapped_extension::pair_table& ungapped_extension::pair_scores() {
  static const pair_table made = [] {
    constexpr score beyond_ends = -100;  // of a pair with what stands between targets: ends every segment
    pair_table scores;
    scores.fill(static_cast<std::int8_t>(beyond_ends));
    const auto matrix = *spliced::named_protein_matrix("BLOSUM62");
    for (residue_code codon = 0; codon < spliced::n_amino_codes; ++codon)
      for (residue_code residue = 0; residue < spliced::stop_amino; ++residue)
        scores[codon * row_length + residue] = static_cast<std::int8_t>(matrix(codon, residue));
    return scores;
  }();
  return made;
}

// Pairs from the first of both on. What is best is taken without a branch: which pair it is nobody can foretell.
template <std::ptrdiff_t step>
ungapped_extension::gain ungapped_extension::longest_gain(const residue_code* codons, const residue_code* residues,
                                                          std::size_t most) const {
  gain best;
  score sum = 0;
  for (std::size_t n = 0; n < most && sum > best.score - rules_.max_drop; ++n) {
    const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(n) * step;
    sum += score_of(codons[i], residues[i]);
    best.length = sum > best.score ? n + 1 : best.length;
    best.score = sum > best.score ? sum : best.score;
  }
  return best;
}

std::optional<grown_stretch> ungapped_extension::grow(const seed& hit) {
  const std::uint32_t diagonal = hit.place - hit.codon;  // modulo 2^32
  if (found_.hold(diagonal, hit.codon, hit.codon + hit.span)) return std::nullopt;
  const residue_code* const residues = residues_.data() + hit.place;
  const residue_code* const here = codons_.data() + hit.codon;
  score of_seed = 0;
  for (std::size_t i = 0; i < hit.span; ++i) of_seed += score_of(here[i], residues[i]);
  const auto right = longest_gain<1>(here + hit.span, residues + hit.span, codons_.size() - hit.codon - hit.span);
  const auto left = longest_gain<-1>(here - 1, residues - 1, hit.codon);
  const score total = left.score + of_seed + right.score;
  if (total < rules_.lowest_score) return std::nullopt;
  const auto n_left = static_cast<std::uint32_t>(left.length);
  return grown_stretch{hit.codon - n_left, hit.place - n_left,
                       static_cast<std::uint32_t>(left.length + hit.span + right.length), total};
}

// Unknown residues are not identical: a pair of them scores less than nothing.
std::uint32_t ungapped_extension::count_identical(const grown_stretch& grown) const {
  const residue_code* const codons = codons_.data() + grown.codon;
  const residue_code* const residues = residues_.data() + grown.place;
  std::uint32_t n = 0;
  for (std::uint32_t i = 0; i < grown.n_residues; ++i)
    n += codons[i] == residues[i] && score_of(codons[i], residues[i]) > 0 ? 1 : 0;
  return n;
}

}  // namespace exonweave
