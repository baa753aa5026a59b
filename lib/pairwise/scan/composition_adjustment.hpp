// Scores for pairs of proteins whose compositions are not the usual ones (composition-based statistics).
//
// E-values expect proteins of usual composition. There are two ways to have scores that they hold for:
//
//   scaled    Schaffer et al. 2001, Nucleic Acids Research 29:2994. For the compositions p of a query and q of a
//             sequence the scores s have another scale, lambda with
//
//               sum over i, j of p_i q_j exp(lambda s_ij) = 1                        (Karlin and Altschul 1990)
//
//             than for usual ones. Scores are multiplied by the ratio of both, where that is below 1; gaps cost what
//             they cost. An alignment that
//             scores above 0 has pairs that sum to more than that, so with smaller pairs it scores no more: what does
//             not score enough without the
//             adjustment does not with it.
//   adjusted  matrix_adjustment.hpp: scores of their own for each pair of compositions, conditioned as in Altschul et
//             al. 2005, FEBS Journal 272:5101. Alignments may gain by them.
#pragma once

#include <optional>
#include <span>

#include "pairwise/scan/matrix_adjustment.hpp"
#include "pairwise/scan/scan_engine.hpp"

namespace exonweave {

enum class composition_mode { none, scaled, adjusted };

/// Units of an adjusted matrix in one of the matrix itself.
constexpr spliced::score adjusted_units = 256;

/// The nearest score, of one in units of an adjusted matrix.
constexpr spliced::score in_whole_units(spliced::score adjusted) {
  return (adjusted + adjusted_units / 2) / adjusted_units;
}

class composition_adjustment {
 public:
  /// `scoring`'s matrix must outlive it. Throws std::invalid_argument for `adjusted` where the scores imply no
  /// frequencies.
  composition_adjustment(const scan_scoring& scoring, composition_mode mode);

  /// Scores for a pair, in smaller units, rounded down. Nothing: the scores as they are.
  [[nodiscard]] std::optional<spliced::substitution_matrix> matrix_for(
      std::span<const spliced::residue_code> query, std::span<const spliced::residue_code> sequence) const;
  /// What gaps cost in these units.
  [[nodiscard]] spliced::gap_costs gaps() const;

  /// What scores of such a pair are multiplied by in mode `scaled`: 1/2 to 1. BLAST bounds it likewise.
  [[nodiscard]] double ratio(const residue_shares& query, const residue_shares& sequence) const;
  /// The matrix times a ratio of at most 1: no alignment gains by it.
  [[nodiscard]] spliced::substitution_matrix scaled(double ratio) const;

 private:
  // Of one of the two.
  struct counted_residues {
    std::size_t n = 0;  // that are one of the 20
    residue_shares shares{};
  };
  [[nodiscard]] bool is_to_scale(const counted_residues& query, const counted_residues& sequence) const;
  // Nothing where there is none for such compositions.
  [[nodiscard]] std::optional<spliced::substitution_matrix> adjusted(const counted_residues& query,
                                                                     const counted_residues& sequence) const;

  scan_scoring scoring_;
  composition_mode mode_;
  std::optional<double> usual_lambda_;
  std::optional<target_frequencies> implied_;
};

}  // namespace exonweave
