// How likely each base is after those before it: an interpolated Markov chain.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exons/gene_finding/finding_score.hpp"
#include "exons/gene_finding/masked_bases.hpp"

namespace exonweave {

/// Bases on the way along a sequence, the newest in the lowest two bits, and how many of them are known without a
/// break.
class recent_bases {
 public:
  void push(base_number base) {
    if (base == unknown_base) {
      n_known_ = 0;
      return;
    }
    word_ = word_ << 2 | base;
    ++n_known_;
  }
  [[nodiscard]] std::size_t n_known() const { return n_known_; }
  /// The last `n` bases, at most 32.
  [[nodiscard]] std::size_t last(std::size_t n) const { return word_ & ((std::uint64_t{1} << (2 * n)) - 1); }

 private:
  std::uint64_t word_ = 0;
  std::size_t n_known_ = 0;
};

class markov_counts {
 public:
  explicit markov_counts(std::size_t order);

  [[nodiscard]] std::size_t order() const { return words_.size() - 1; }
  /// The newest base after those before it, as many as are known up to the order. Nothing where it is unknown.
  void add(const recent_bases& bases);
  void add(const markov_counts& others);
  [[nodiscard]] std::uint64_t of_word(std::size_t order, std::size_t word) const { return words_[order][word]; }
  /// The counts of all words, for a file: [4^(order + 1)], by recent_bases::last.
  [[nodiscard]] std::span<std::uint64_t> of_words(std::size_t order) { return words_[order]; }

  bool operator==(const markov_counts&) const = default;

 private:
  std::vector<std::vector<std::uint64_t>> words_;  // [order + 1][4^(order of the level + 1)], by recent_bases::last
};

/// With c the count of a word of o + 1 bases, and n that of all words which differ in the last base alone,
///
///   p_o = ( c + 20 p_(o-1) ) / ( n + 20 )        p_(-1) = 1 / 4
///
/// so that what was seen rarely is as in the order below. The scores are log2 p, each rounded once.
class markov_chain {
 public:
  explicit markov_chain(const markov_counts& counts);

  /// Of the newest base after those before it; 0 where it is unknown.
  [[nodiscard]] place_score at(const recent_bases& bases) const {
    const std::size_t n = bases.n_known() < scores_.size() ? bases.n_known() : scores_.size();
    return n == 0 ? 0 : scores_[n - 1][bases.last(n)];
  }

 private:
  std::vector<std::vector<place_score>> scores_;  // as the words of the counts
};

// What stands around a site, each base given the one before it: a first-order weight matrix.

/// The rows of a site's matrix: `n_before` positions before the border that is the site, and `n_after` after it.
struct site_rows {
  std::int64_t n_before = 0;
  std::int64_t n_after = 0;

  [[nodiscard]] constexpr std::int64_t count() const { return n_before + n_after; }
  bool operator==(const site_rows&) const = default;
};

constexpr site_rows donor_rows{3, 6};      // the border before the intron
constexpr site_rows acceptor_rows{20, 3};  // the border after the intron
constexpr site_rows start_rows{12, 0};     // the border before the start codon

class site_counts {
 public:
  explicit site_counts(site_rows rows);
  [[nodiscard]] const site_rows& rows() const { return rows_; }
  /// A site of a strand that is read from left to right. Unknown bases, and those after one, do not count.
  void add(const masked_bases& bases, std::int64_t border);
  /// Of the same rows.
  void add(const site_counts& others);
  [[nodiscard]] std::uint64_t of_pair(std::size_t row, std::size_t before, std::size_t base) const {
    return counts_[row][before * n_known_bases + base];
  }
  /// The counts of all pairs of a row, for a file: the base fastest, the one before it slowest.
  [[nodiscard]] std::span<std::uint64_t> of_pairs(std::size_t row) { return counts_[row]; }

  bool operator==(const site_counts&) const = default;

 private:
  site_rows rows_;
  std::vector<std::array<std::uint64_t, n_known_bases * n_known_bases>> counts_;  // [rows_.count()]
};

/// log2 of the frequencies of training.hpp, of order 1.
class site_matrix {
 public:
  explicit site_matrix(const site_counts& counts);

  [[nodiscard]] const site_rows& rows() const { return rows_; }
  /// Of the base in a row; 0 where it or the one before is unknown.
  [[nodiscard]] place_score at(std::int64_t row, base_number before, base_number base) const {
    if (before == unknown_base || base == unknown_base) return 0;
    return scores_[static_cast<std::size_t>(row)][before][base];
  }

 private:
  using row_scores = std::array<std::array<place_score, n_known_bases>, n_known_bases>;
  site_rows rows_;
  std::vector<row_scores> scores_;
};

/// Counts by the same keys, added up.
template <class Counts>
void add_counts(Counts& sums, const Counts& more) {
  for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += more[k];
}

}  // namespace exonweave
