#include "exons/loci/ungapped_extension.hpp"

#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave {

using spliced::residue_code;
using spliced::score;

// Pairs from the first of both on. What is best is taken without a branch: which pair it is nobody can foretell.
template <std::ptrdiff_t step>
ungapped_extension::gain ungapped_extension::longest_gain(const residue_code* codons, const residue_code* residues,
                                                          std::size_t most) const {
  gain best;
  score sum = 0;
  for (std::size_t n = 0; n < most && sum > best.score - rules_.max_drop; ++n) {
    const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(n) * step;
    sum += scores_(codons[i], residues[i]);
    best.length = sum > best.score ? n + 1 : best.length;
    best.score = sum > best.score ? sum : best.score;
  }
  return best;
}

std::optional<grown_stretch> ungapped_extension::grow(const seed& hit) const {
  const residue_code* const residues = residues_.data() + hit.place;
  const residue_code* const here = codons_.data() + hit.codon;
  score of_seed = 0;
  for (std::size_t i = 0; i < hit.span; ++i) of_seed += scores_(here[i], residues[i]);
  const auto right = longest_gain<1>(here + hit.span, residues + hit.span, codons_.size() - hit.codon - hit.span);
  const auto left = longest_gain<-1>(here - 1, residues - 1, hit.codon);
  const score total = left.score + of_seed + right.score;
  if (total < rules_.lowest_score) return std::nullopt;
  const auto n_left = static_cast<std::uint32_t>(left.length);
  return grown_stretch{hit.codon - n_left, hit.place - n_left,
                       static_cast<std::uint32_t>(left.length + hit.span + right.length), total};
}

// Unknown residues are not identical: a pair of them scores less than nothing, as no pair of the first codes does.
std::uint32_t ungapped_extension::count_identical(const grown_stretch& grown) const {
  const residue_code* const codons = codons_.data() + grown.codon;
  const residue_code* const residues = residues_.data() + grown.place;
  constexpr auto n_first = static_cast<residue_code>(spliced::twenty_amino_acids.size());
  std::uint32_t n = 0, n_others = 0;
  for (std::uint32_t i = 0; i < grown.n_residues; ++i) {
    n += codons[i] == residues[i] ? 1 : 0;
    n_others += codons[i] >= n_first ? 1 : 0;
  }
  if (n_others > 0)
    for (std::uint32_t i = 0; i < grown.n_residues; ++i)
      n -= codons[i] == residues[i] && scores_(codons[i], residues[i]) <= 0 ? 1 : 0;
  return n;
}

}  // namespace exonweave
