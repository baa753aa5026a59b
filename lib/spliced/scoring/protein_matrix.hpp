// Scores between amino acids: the BLOSUM matrices by name, and the rules that give every letter a score.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spliced/scoring/substitution.hpp"

namespace exonweave::spliced {

constexpr std::string_view twenty_amino_acids = amino_letters.substr(0, 20);

/// Scores as a matrix file states them: for some letters, the 20 amino acids at least.
struct stated_scores {
  std::string letters{};        // of amino_letters, each once, twenty_amino_acids among them
  std::vector<score> scores{};  // [letters][letters], row-major; rows: genome, columns: target

  [[nodiscard]] score at(std::size_t row, std::size_t column) const { return scores[row * letters.size() + column]; }
};

/// The matrix over all amino-acid codes. A letter that is not stated scores the mean over those it stands for (B: N D,
/// Z: Q E, J: I L, X: the 20, U: C, O: K), rounded towards minus infinity. A stop on either side, or on both, scores
/// the worst that is stated of '*' and another letter, or the worst at all when '*' is not stated: stops are never
/// worth aligning.
substitution_matrix protein_matrix(const stated_scores& stated);

/// "BLOSUM45", "BLOSUM62", "BLOSUM80", as published: 62 and 80 in half-bits, 45 in thirds of a bit.
std::vector<std::string> protein_matrix_names();

/// Nothing for any other name.
std::optional<substitution_matrix> named_protein_matrix(std::string_view name);

}  // namespace exonweave::spliced
