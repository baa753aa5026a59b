// What stands around a site, each base given the one before it: a first-order weight matrix.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exons/gene_finding/finding_score.hpp"
#include "exons/gene_finding/masked_bases.hpp"

namespace exonweave {

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

/// log2 of the frequencies of site_evidence.hpp, of order 1.
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

}  // namespace exonweave
