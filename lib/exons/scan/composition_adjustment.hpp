// Scores for pairs of proteins that are rich in the same residues (composition-based statistics: Schaffer et al. 2001, Nucleic Acids
// Research 29:2994).
//
// E-values expect proteins of usual composition. For the compositions p of a query and q of a sequence the scores s have another scale,
// lambda with
//
//   sum over i, j of p_i q_j exp(lambda s_ij) = 1                        (Karlin and Altschul 1990)
//
// than for usual ones. Scores are multiplied by the ratio of both, where that is below 1; gaps cost what they cost. An alignment that scores
// above 0 has pairs that sum to more than that, so with smaller pairs it scores no more: what does not score enough without the adjustment
// does not with it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "spliced/scan/scan_engine.hpp"

namespace exonweave {

constexpr std::size_t n_kinds_of_residues = 20;

/// Shares of the 20 amino acids, which sum to 1.
using residue_shares = std::array<double, n_kinds_of_residues>;

/// Of the residues that are one of the 20; nothing where there is none.
std::optional<residue_shares> shares_of(std::span<const spliced::residue_code> residues);

/// Of 10,000 residues of proteins as they are, in the order of the codes (Robinson and Robinson 1991).
constexpr std::array<std::uint16_t, n_kinds_of_residues> usual_residues = {
    781, 513, 449, 536, 193, 426, 630, 738, 220, 514, 902, 574, 224, 386, 520, 712, 584, 133, 322, 644};

/// Those of proteins as they are.
const residue_shares& usual_shares();

/// Lambda of alignments without gaps, d(sequence, query). Nothing where the mean score is not below 0 or no score is above 0.
std::optional<double> ungapped_lambda(const spliced::substitution_matrix& of, const residue_shares& query,
                                      const residue_shares& sequence);

/// Units of an adjusted matrix in one of the matrix itself.
constexpr spliced::score adjusted_units = 256;

/// The nearest score, of one in units of an adjusted matrix.
constexpr spliced::score in_whole_units(spliced::score adjusted) {
  return (adjusted + adjusted_units / 2) / adjusted_units;
}

class composition_adjustment {
 public:
  /// `scoring`'s matrix must outlive it.
  explicit composition_adjustment(const spliced::scan_scoring& scoring);

  /// What scores of such a pair are multiplied by: 1/2 to 1. BLAST bounds it likewise.
  [[nodiscard]] double ratio(std::span<const spliced::residue_code> query,
                             std::span<const spliced::residue_code> sequence) const;

  /// The matrix times the ratio, in smaller units, rounded down: no alignment gains by it.
  [[nodiscard]] spliced::substitution_matrix matrix(double ratio) const;
  /// What gaps cost in them.
  [[nodiscard]] spliced::gap_costs gaps() const;

 private:
  spliced::scan_scoring scoring_;
  std::optional<double> usual_lambda_;
};

}  // namespace exonweave
