// How likely each base is after those before it: an interpolated Markov chain.
#pragma once

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

}  // namespace exonweave
