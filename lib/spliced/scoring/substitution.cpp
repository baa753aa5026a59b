#include "spliced/scoring/substitution.hpp"

#include <algorithm>

namespace exonweave::spliced {
namespace {

constexpr residue_code any_base = 15;  // N

score mean_over_bases(const base_scores& scores, residue_code genomic, residue_code in_target) {
  score sum = 0;
  score pairs = 0;
  for (std::size_t u = 0; u < 4; ++u)
    for (std::size_t v = 0; v < 4; ++v)
      if ((genomic >> u & 1) != 0 && (in_target >> v & 1) != 0) {
        sum += scores[u][v];
        ++pairs;
      }
  return floor_divide(sum, pairs);
}

constexpr residue_code single_base(std::size_t base) { return static_cast<residue_code>(1u << base); }

}  // namespace

score substitution_matrix::largest() const { return *std::max_element(scores_.begin(), scores_.end()); }
score substitution_matrix::smallest() const { return *std::min_element(scores_.begin(), scores_.end()); }

base_scores match_mismatch(score match, score mismatch) {
  base_scores scores;
  for (std::size_t u = 0; u < 4; ++u)
    for (std::size_t v = 0; v < 4; ++v) scores[u][v] = u == v ? match : mismatch;
  return scores;
}

substitution_matrix dna_matrix(const base_scores& scores) {
  substitution_matrix matrix(n_dna_codes);
  for (residue_code u = 1; u < n_dna_codes; ++u)
    for (residue_code v = 1; v < n_dna_codes; ++v) matrix.at(u, v) = mean_over_bases(scores, u, v);
  return matrix;
}

substitution_matrix dna_matrix(const base_scores& scores, const n_scores& n) {
  substitution_matrix matrix = dna_matrix(scores);
  for (std::size_t base = 0; base < 4; ++base) {
    matrix.at(any_base, single_base(base)) = n.genomic_n[base];
    matrix.at(single_base(base), any_base) = n.target_n[base];
  }
  matrix.at(any_base, any_base) = n.genomic_n[4];
  return matrix;
}

target_profile::target_profile(const substitution_matrix& matrix, std::span<const residue_code> target)
    : n_columns_(target.size()), scores_(matrix.n_codes() * target.size()) {
  for (std::size_t u = 0; u < matrix.n_codes(); ++u)
    for (std::size_t j = 0; j < n_columns_; ++j)
      scores_[u * n_columns_ + j] = matrix(static_cast<residue_code>(u), target[j]);
}

}  // namespace exonweave::spliced
