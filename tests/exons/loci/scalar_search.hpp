// Segments by their definition, letter by letter: what searches with words, lists and lanes are held against.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exons/loci/seeds.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave::testing {

/// A stretch of a diagonal: so many pairs from here on.
struct scalar_stretch {
  std::int64_t codon = 0, residue = 0, n = 0;
  int score = 0;
  int n_identical = 0;

  [[nodiscard]] std::int64_t diagonal() const { return codon - residue; }
  [[nodiscard]] bool holds(std::int64_t first, std::int64_t last) const { return codon <= first && last <= codon + n; }
};

inline int group_of(char letter) {
  for (std::size_t g = 0; g < seed_groups.size(); ++g)
    if (seed_groups[g].find(letter) != std::string_view::npos) return static_cast<int>(g);
  return -1;
}

inline int scalar_pair(char codon, char residue) {
  static const auto matrix = *spliced::named_protein_matrix("BLOSUM62");
  return matrix(spliced::amino_code(codon), spliced::amino_code(residue));
}

/// Two plain texts of residues, and the groups of their letters: -1 where no seed may be.
struct scalar_texts {
  std::string codons, residues;
  std::vector<int> codon_groups, residue_groups;
};

inline std::vector<int> groups_of(const std::string& letters) {
  std::vector<int> groups;
  for (const char each : letters) groups.push_back(group_of(each));
  return groups;
}

inline bool is_scalar_seed(const scalar_texts& texts, std::string_view shape, std::int64_t codon, std::int64_t residue,
                           std::size_t fewest) {
  const int* const one = &texts.codon_groups[static_cast<std::size_t>(codon)];
  const int* const other = &texts.residue_groups[static_cast<std::size_t>(residue)];
  if (one[0] != other[0]) return false;
  std::vector<int> kinds;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    if (one[k] < 0 || other[k] < 0 || (shape[k] == '1' && one[k] != other[k])) return false;
    if (shape[k] == '1') kinds.push_back(one[k]);
  }
  std::ranges::sort(kinds);
  return static_cast<std::size_t>(std::ranges::unique(kinds).begin() - kinds.begin()) >= fewest;
}

struct scalar_gain {
  int score = 0;
  std::int64_t n = 0;
};

/// The best sum of pairs from here on, in steps of 1 or -1: of `most` pairs, and until it has fallen by `drop`.
inline scalar_gain scalar_growth(const scalar_texts& texts, std::int64_t codon, std::int64_t residue, int step,
                                 std::int64_t most, int drop) {
  scalar_gain best;
  int sum = 0;
  const auto n_codons = static_cast<std::int64_t>(texts.codons.size());
  const auto n_residues = static_cast<std::int64_t>(texts.residues.size());
  for (std::int64_t n = 0; n < most && sum > best.score - drop; ++n, codon += step, residue += step) {
    if (codon < 0 || residue < 0 || codon >= n_codons || residue >= n_residues) break;
    sum +=
        scalar_pair(texts.codons[static_cast<std::size_t>(codon)], texts.residues[static_cast<std::size_t>(residue)]);
    if (sum > best.score) best = {sum, n + 1};
  }
  return best;
}

inline int scalar_seed_score(const scalar_texts& texts, std::int64_t span, std::int64_t codon, std::int64_t residue) {
  int sum = 0;
  for (std::int64_t k = 0; k < span; ++k)
    sum += scalar_pair(texts.codons[static_cast<std::size_t>(codon + k)],
                       texts.residues[static_cast<std::size_t>(residue + k)]);
  return sum;
}

/// Of a window of 64 pairs with the seed in its middle.
inline int scalar_window_score(const scalar_texts& texts, std::int64_t span, std::int64_t codon, std::int64_t residue) {
  constexpr std::int64_t window = 64;
  constexpr int never = 1'000'000;
  const std::int64_t left = (window - span) / 2, right = window - span - left;
  return scalar_seed_score(texts, span, codon, residue) +
         scalar_growth(texts, codon + span, residue + span, 1, right, never).score +
         scalar_growth(texts, codon - 1, residue - 1, -1, left, never).score;
}

inline scalar_stretch grow_scalar_seed(const scalar_texts& texts, std::int64_t span, std::int64_t codon,
                                       std::int64_t residue, int drop) {
  constexpr std::int64_t any = INT64_MAX;
  const scalar_gain right = scalar_growth(texts, codon + span, residue + span, 1, any, drop);
  const scalar_gain left = scalar_growth(texts, codon - 1, residue - 1, -1, any, drop);
  scalar_stretch made{codon - left.n, residue - left.n, left.n + span + right.n,
                      scalar_seed_score(texts, span, codon, residue) + left.score + right.score};
  for (std::int64_t k = 0; k < made.n; ++k) {
    const char one = texts.codons[static_cast<std::size_t>(made.codon + k)];
    const char other = texts.residues[static_cast<std::size_t>(made.residue + k)];
    made.n_identical += one == other && scalar_pair(one, other) > 0 ? 1 : 0;
  }
  return made;
}

struct scalar_rules {
  std::vector<std::string> shapes;
  std::size_t fewest_letters = 1;
  int lowest_score = 40, max_drop = 16;
  bool has_window = true;           // that scores lowest_score or more
  std::int64_t codons_at_once = 1;  // shape by shape within so many
};

/// Seeds grow in the order of their codons, shape by shape within so many of them, but not within what has grown on
/// their diagonal.
inline std::vector<scalar_stretch> scalar_search(const scalar_texts& texts, const scalar_rules& rules) {
  std::vector<scalar_stretch> grown;
  const auto n_codons = static_cast<std::int64_t>(texts.codons.size());
  const auto n_residues = static_cast<std::int64_t>(texts.residues.size());
  const auto try_seed = [&](const std::string& shape, std::int64_t codon, std::int64_t residue) {
    const auto span = static_cast<std::int64_t>(shape.size());
    if (!is_scalar_seed(texts, shape, codon, residue, rules.fewest_letters)) return;
    if (std::ranges::any_of(grown, [&](const scalar_stretch& each) {
          return each.diagonal() == codon - residue && each.holds(codon, codon + span);
        }))
      return;
    if (rules.has_window && scalar_window_score(texts, span, codon, residue) < rules.lowest_score) return;
    const scalar_stretch made = grow_scalar_seed(texts, span, codon, residue, rules.max_drop);
    if (made.score >= rules.lowest_score) grown.push_back(made);
  };
  for (std::int64_t first = 0; first < n_codons; first += rules.codons_at_once)
    for (const std::string& shape : rules.shapes) {
      const auto span = static_cast<std::int64_t>(shape.size());
      const std::int64_t last = std::min(first + rules.codons_at_once, n_codons - span + 1);
      for (std::int64_t codon = first; codon < last; ++codon)
        for (std::int64_t residue = 0; residue + span <= n_residues; ++residue) try_seed(shape, codon, residue);
    }
  return grown;
}

}  // namespace exonweave::testing
