// Substitution scores d(u, v) between residue codes.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave::spliced {

/// A square table of scores over n_codes residue codes. Rows: genomic residues; columns: target residues.
class substitution_matrix {
 public:
  explicit substitution_matrix(std::size_t n_codes) : n_codes_(n_codes), scores_(n_codes * n_codes) {}

  [[nodiscard]] std::size_t n_codes() const { return n_codes_; }
  [[nodiscard]] score operator()(residue_code genomic, residue_code in_target) const {
    return scores_[genomic * n_codes_ + in_target];
  }
  score& at(residue_code genomic, residue_code in_target) { return scores_[genomic * n_codes_ + in_target]; }
  [[nodiscard]] score largest() const;
  [[nodiscard]] score smallest() const;

 private:
  std::size_t n_codes_;
  std::vector<score> scores_;  // [n_codes * n_codes], row-major
};

/// Scores between single bases in the order A C G T, rows genomic, columns target.
using base_scores = std::array<std::array<score, 4>, 4>;

/// `match` on the diagonal, `mismatch` elsewhere.
base_scores match_mismatch(score match, score mismatch);

/// The matrix over all IUPAC codes. Rule for ambiguous letters: the mean over all pairs of bases that the two
/// letters stand for, rounded towards minus infinity. With 2/-2, N scores -1 against any base and against N.
substitution_matrix dna_matrix(const base_scores& scores);

/// The same with the scores of N given: row and column of N in the order A C G T N.
struct n_scores {
  std::array<score, 5> genomic_n;  // genomic N against target A C G T N
  std::array<score, 4> target_n;   // genomic A C G T against target N
};
substitution_matrix dna_matrix(const base_scores& scores, const n_scores& n);

/// d(u, t_j) for one genomic residue u against every target column: profile[u][j - 1] is the score for column
/// j.
class target_profile {
 public:
  target_profile(const substitution_matrix& matrix, std::span<const residue_code> target);
  /// The scores of `genomic` against columns 1..n, [n].
  [[nodiscard]] std::span<const score> of(residue_code genomic) const {
    return std::span(scores_).subspan(genomic * n_columns_, n_columns_);
  }

 private:
  std::size_t n_columns_;
  std::vector<score> scores_;  // [n_codes][n]
};

}  // namespace exonweave::spliced
