// Branch points: a motif that introns have some way before their acceptor, as TACTAAC in baker's yeast. An intron has
// it once or not at all, and both count in the score of an acceptor:
//
//   branch(a) = log2( 1 - w + w * sum over d of P(d) * R(a, d) )
//   R(a, d)   = product over j of p_j(base at a - d + j)  /  probability of these bases without a motif
//
// with w the fraction of introns that have it, and d the distance of its first base from the border a after the intron.
// Without a motif bases are as the content of introns and the rows of the acceptor have them, which count all bases.
// What is learnt is the model of zero or one occurrence per sequence of Bailey and Elkan (1994, Proc. Int. Conf.
// Intell. Syst. Mol. Biol. 2:28-36), with distances.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exons/gene_finding/masked_bases.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

constexpr std::size_t branch_width = 7;                                  // nt
constexpr std::int64_t nearest_branch = std::int64_t{branch_width} + 2;  // nt; after it only the acceptor's AG
constexpr std::int64_t farthest_branch = 80;                             // nt
constexpr std::size_t n_branch_distances = farthest_branch - nearest_branch + 1;
constexpr std::size_t n_branch_words = std::size_t{1} << (2 * branch_width);  // by recent_bases::last; none: unknown

/// What is expected of so many introns, in whole numbers. Nothing where there is no motif: all are 0.
struct branch_counts {
  std::uint64_t n_introns = 0;
  std::uint64_t n_with = 0;                                                    // introns with the motif
  std::array<std::array<std::uint64_t, n_known_bases>, branch_width> motif{};  // the sum of each is n_with
  std::array<std::uint64_t, n_branch_distances> distances{};                   // from nearest_branch on; the same

  bool operator==(const branch_counts&) const = default;
};

/// What bases are without a motif. R has a factor of the word, as if it were content, and one of the acceptor where the
/// word reaches into its rows.
class branch_background {
 public:
  /// The chain of introns is of order 3 at most.
  branch_background(const markov_counts& chain, const site_counts& acceptors);

  /// The probability of a base, and of a word, by the chain of introns.
  [[nodiscard]] double of_base(std::size_t base) const { return bases_[base]; }
  [[nodiscard]] double of_word(std::size_t word) const { return words_[word]; }

  /// For words from nearest_branch on, by how much likelier their bases within the rows of an acceptor are as content.
  /// `base_before(n)` is the n-th base before the border. Of what is unknown 1.
  using seen_factors = std::array<double, acceptor_rows.n_before + branch_width - nearest_branch>;
  template <class BaseBefore>
  [[nodiscard]] seen_factors factors(const BaseBefore& base_before) const {
    std::array<double, n_rows + 1> products{};  // of the rows before each
    products[0] = 1;
    recent_bases recent;
    for (std::int64_t n = n_context; n > 0; --n) recent.push(base_before(acceptor_rows.n_before + n));
    for (std::size_t row = 0; row < n_rows; ++row) {
      recent.push(base_before(acceptor_rows.n_before - static_cast<std::int64_t>(row)));
      const bool is_known = recent.n_known() > n_context;
      products[row + 1] = products[row] * (is_known ? rows_[row][recent.last(n_context + 1)] : 1);
    }
    seen_factors made{};
    for (std::size_t k = 0; k < made.size(); ++k) {
      const std::size_t last = n_rows - k;
      made[k] = products[last] / products[last > branch_width ? last - branch_width : 0];
    }
    return made;
  }

 private:
  static constexpr std::size_t n_context = 3;  // bases that the chain looks back
  static constexpr std::size_t n_rows = acceptor_rows.n_before - (nearest_branch - branch_width);
  static constexpr std::size_t n_contexts = std::size_t{1} << (2 * (n_context + 1));

  std::array<double, n_known_bases> bases_{};
  std::vector<double> words_;                         // [n_branch_words]
  std::vector<std::array<double, n_contexts>> rows_;  // [n_rows][base and those before it], content over acceptor
};

/// The bases of an intron where a motif may be, and after it: those that its donor does not see.
using bases_of_intron = std::vector<base_number>;
bases_of_intron bases_before_acceptor(const masked_bases& strand, interval intron);

/// Learns a motif of introns. No motif is learnt from fewer than fewest_branch_introns, nor where the introns of one
/// half do not become likelier by the motif of the other half, by two standard errors. Of more than
/// max_branch_introns so many are drawn evenly. Expectation maximisation starts from the words that are enriched most;
/// its iterations are fixed. Its sums are of doubles and always in the same order; the counts are rounded once, at its
/// end.
branch_counts learn_branch_points(std::span<const bases_of_intron> introns, const branch_background& background);
constexpr std::size_t fewest_branch_introns = 20, max_branch_introns = 2000;

/// With c the counts, n their sum, q the composition of introns and h the distances, smoothed:
///
///   w = n_with / (n_introns + 5)     p_j(b) = (c_j(b) + 2 q(b)) / (n + 2)     P(d) = (h(d) + 5 / distances) / (n + 5)
///
/// The chain sees no base before a word. Scores do not know how long an intron is: all distances count in one that is
/// too short for some. R and P are whole numbers of small units, so that sums do not depend on their order, and a score
/// is rounded once.
class branch_points {
 public:
  /// Without a motif all acceptors score 0.
  branch_points() = default;
  branch_points(const branch_counts& counts, const markov_counts& chain, const site_counts& acceptors);

  [[nodiscard]] bool is_any() const { return background_.has_value(); }
  /// Of a word by itself; 1 where a base is unknown. Needs is_any().
  [[nodiscard]] std::uint32_t ratio(std::size_t word) const { return word < ratios_.size() ? ratios_[word] : unit; }
  /// branch(a) of the ratios of the words that begin at a - farthest_branch, ..., a - nearest_branch, and the bases
  /// before it.
  template <class BaseBefore>
  [[nodiscard]] place_score score(std::span<const std::uint32_t, n_branch_distances> ratios,
                                  const BaseBefore& base_before) const {
    const auto factors = background_->factors(base_before);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i + factors.size() < n_branch_distances; ++i)
      sum += std::uint64_t{ratios[i]} * distances_[i];
    for (std::size_t k = 0; k < factors.size(); ++k) {
      const std::size_t i = n_branch_distances - 1 - k;
      const double ratio = ratios[i] * factors[k];
      sum += static_cast<std::uint64_t>(ratio < max_ratio ? ratio : max_ratio) * distances_[i];
    }
    return score_of_sum(sum);
  }

 private:
  static constexpr std::uint32_t unit = std::uint32_t{1} << 10;           // of R
  static constexpr double max_ratio = 0xffffffff;                         // units
  static constexpr std::uint32_t distance_unit = std::uint32_t{1} << 20;  // of P

  [[nodiscard]] place_score score_of_sum(std::uint64_t sum) const;

  double fraction_ = 0;  // w
  std::optional<branch_background> background_;
  std::vector<std::uint32_t> ratios_;                          // [n_branch_words]
  std::array<std::uint32_t, n_branch_distances> distances_{};  // P, from farthest_branch down; they sum to the unit
};

}  // namespace exonweave
