// What stands around true sites and decoys of one kind, and the log-odds made of it: each base given as many bases
// before it as help to foretell sites that were held back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exons/sequences/interval.hpp"
#include "exons/sites/folds.hpp"
#include "exons/sites/splice_model.hpp"

namespace exonweave {

/// How often each base stands in a row, given up to two bases before it: by weight_index, whose first parts are 0
/// where an order does not look.
using row_counts = std::array<weight_row, max_site_order + 1>;  // of order 0, 1, 2

/// With c the count of a base after the `order` bases before it, and n the sum of these over the four bases,
///
///   f0 = (c + 1) / (n + 4)        f = (c + context_prior * f of the order below) / (n + context_prior)
///
/// so that what was seen rarely is as in the order below.
constexpr double base_prior = 1;      // added to each count of order 0
constexpr double context_prior = 40;  // sites; between 20 and 100 held-back sites tell little difference

/// The frequencies of one row, by weight_index.
weight_row frequencies(const row_counts& counts, std::size_t order);

class site_evidence {
 public:
  /// What makes a site is the rows [first_fixed, first_fixed + n_fixed), at which all sites are the same.
  site_evidence(site_window window, std::int64_t first_fixed, std::int64_t n_fixed);

  /// A site, and what stands around it within the region: ambiguous bases and those beyond do not count. Needs
  /// fold < n_folds.
  void add_true(const strand_region& region, std::int64_t site, std::size_t fold);
  void add_decoy(const strand_region& region, std::int64_t site);

  [[nodiscard]] std::size_t n_true() const { return n_true_; }
  [[nodiscard]] std::size_t n_decoys() const { return n_decoys_; }

  /// For each order, the mean log2 of the likelihood of a true site under the frequencies of the true sites of the
  /// other folds. Over rows whose base and two before it are known. 0 without true sites.
  [[nodiscard]] std::array<double, max_site_order + 1> held_back_likelihoods() const;

  /// log2 of a base's frequency in true sites over that in decoys, to 3 decimals; 0 in the fixed rows. The true sites
  /// are those of all folds but `held_back`.
  [[nodiscard]] weight_matrix bits(std::size_t order, std::size_t held_back = n_folds) const;

 private:
  using window_counts = std::vector<row_counts>;  // [window_.n_rows]

  [[nodiscard]] bool is_fixed(std::size_t row) const;
  [[nodiscard]] window_counts without(std::size_t fold) const;
  void count(const strand_region& region, std::int64_t site, window_counts& sums) const;

  site_window window_;
  std::size_t first_fixed_, last_fixed_;
  std::array<window_counts, n_folds> truth_;
  window_counts decoys_;
  std::size_t n_true_ = 0, n_decoys_ = 0;
};

}  // namespace exonweave
