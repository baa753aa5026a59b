// How likely introns of each length are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exons/gene_finding/finding_score.hpp"

namespace exonweave {

/// Lengths below a limit have a table, and those from it on a geometric tail:
///
///   score(n) = table[n]                              n < tail_begin
///   score(n) = at_tail + (n - tail_begin) per_nt     n >= tail_begin
///
/// Other shapes of the tail, as those of large genomes, are further lines like this one of which an intron takes the
/// best: this is where they go.
class intron_lengths {
 public:
  /// `table` from length 0 on, impossible_place where there are no such introns; its size is tail_begin().
  intron_lengths(std::vector<place_score> table, finding_score at_tail, finding_score per_nt);

  /// From lengths in nt, in any order:
  ///
  ///   p(n) = (1 - e) h(n) + e g(n)       e = max(1/20, prior_introns / (prior_introns + number of lengths))
  ///
  /// h is the histogram of the lengths below tail_limit, each smoothed by a normal density of standard deviation
  /// 1 + 0.06 n, and g is geometric from the least length on, its mean that of the lengths and of prior_introns of
  /// prior_mean. The tail has what lies beyond. No intron is shorter than the shortest of these (but for 1 in 200)
  /// less 2, nor than `shortest`; fewer than fewest_lengths say nothing of that.
  static intron_lengths learn(std::span<const std::int64_t> lengths);

  static constexpr std::int64_t shortest = 20;      // nt
  static constexpr std::int64_t tail_limit = 1001;  // nt
  static constexpr double prior_mean = 300;         // nt
  static constexpr double prior_introns = 5;
  static constexpr std::size_t fewest_lengths = 20;

  [[nodiscard]] std::int64_t tail_begin() const { return static_cast<std::int64_t>(table_.size()); }
  /// The least length that may be, nt.
  [[nodiscard]] std::int64_t least() const { return least_; }
  /// Below tail_begin().
  [[nodiscard]] place_score in_table(std::int64_t length) const { return table_[static_cast<std::size_t>(length)]; }
  [[nodiscard]] finding_score at_tail() const { return at_tail_; }
  [[nodiscard]] finding_score per_nt() const { return per_nt_; }
  /// Of any length; impossible where it is too short.
  [[nodiscard]] finding_score at(std::int64_t length) const;

 private:
  std::vector<place_score> table_;
  finding_score at_tail_, per_nt_;
  std::int64_t least_;
};

}  // namespace exonweave
