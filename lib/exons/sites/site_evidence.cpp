#include "exons/sites/site_evidence.hpp"

#include <bit>
#include <cassert>
#include <cmath>
#include <optional>

namespace exonweave {
namespace {

constexpr double decimals = 1000;  // of the bits

// The base at an index of a region, 0 to 3. Nothing: ambiguous, or beyond the region.
std::optional<std::size_t> known_base(const strand_region& region, std::int64_t index) {
  if (index < 0 || index >= static_cast<std::int64_t>(region.residues.size())) return std::nullopt;
  const unsigned code = region.residues[static_cast<std::size_t>(index)];
  if (!std::has_single_bit(code)) return std::nullopt;
  return static_cast<std::size_t>(std::countr_zero(code));
}

void add(const row_counts& added, row_counts& sum) {
  for (std::size_t order = 0; order < added.size(); ++order)
    for (std::size_t i = 0; i < added[order].size(); ++i) sum[order][i] += added[order][i];
}

// The frequencies of the order, from those of the order below.
weight_row refine(const weight_row& below, const weight_row& counts, std::size_t order) {
  const std::size_t n = n_weights(order);  // numbers in use of `counts`
  weight_row refined;
  for (std::size_t i = 0; i < refined.size(); ++i) {
    const std::size_t context = i % n / n_dna_bases * n_dna_bases;
    double sum = context_prior;
    for (std::size_t base = 0; base < n_dna_bases; ++base) sum += counts[context + base];
    refined[i] = (counts[i % n] + context_prior * below[i]) / sum;
  }
  return refined;
}

}  // namespace

weight_row frequencies(const row_counts& counts, std::size_t order) {
  std::array<double, n_dna_bases> alone{};
  double sum = 0;
  for (std::size_t base = 0; base < n_dna_bases; ++base) sum += alone[base] = counts[0][base] + base_prior;
  for (double& fraction : alone) fraction /= sum;
  weight_row shares = make_row(alone);
  for (std::size_t up_to = 1; up_to <= order; ++up_to) shares = refine(shares, counts[up_to], up_to);
  return shares;
}

site_evidence::site_evidence(site_window window, std::int64_t first_fixed, std::int64_t n_fixed)
    : window_(window),
      first_fixed_(static_cast<std::size_t>(first_fixed)),
      last_fixed_(static_cast<std::size_t>(first_fixed + n_fixed)),
      decoys_(static_cast<std::size_t>(window.n_rows)) {
  truth_.fill(decoys_);
}

bool site_evidence::is_fixed(std::size_t row) const { return row >= first_fixed_ && row < last_fixed_; }

void site_evidence::count(const strand_region& region, std::int64_t site, window_counts& sums) const {
  for (std::int64_t row = 0; row < window_.n_rows; ++row) {
    const std::int64_t index = site - window_.n_before + row - region.start;
    const auto base = known_base(region, index);
    if (!base) continue;
    row_counts& counts = sums[static_cast<std::size_t>(row)];
    ++counts[0][weight_index(0, 0, *base)];
    const auto previous = known_base(region, index - 1);
    if (!previous) continue;
    ++counts[1][weight_index(0, *previous, *base)];
    if (const auto before_previous = known_base(region, index - 2))
      ++counts[2][weight_index(*before_previous, *previous, *base)];
  }
}

void site_evidence::add_true(const strand_region& region, std::int64_t site, std::size_t fold) {
  assert(fold < n_folds);
  count(region, site, truth_[fold]);
  ++n_true_;
}

void site_evidence::add_decoy(const strand_region& region, std::int64_t site) {
  count(region, site, decoys_);
  ++n_decoys_;
}

site_evidence::window_counts site_evidence::without(std::size_t fold) const {
  window_counts sum(decoys_.size());
  for (std::size_t other = 0; other < n_folds; ++other)
    for (std::size_t row = 0; other != fold && row < sum.size(); ++row) add(truth_[other][row], sum[row]);
  return sum;
}

std::array<double, max_site_order + 1> site_evidence::held_back_likelihoods() const {
  std::array<double, max_site_order + 1> likelihoods{};
  for (std::size_t fold = 0; fold < n_folds && n_true_ > 0; ++fold) {
    const window_counts others = without(fold);
    for (std::size_t order = 0; order < likelihoods.size(); ++order)
      for (std::size_t row = 0; row < others.size(); ++row) {
        if (is_fixed(row)) continue;
        const weight_row shares = frequencies(others[row], order);
        const weight_row& held_back = truth_[fold][row].back();
        for (std::size_t i = 0; i < shares.size(); ++i)
          likelihoods[order] += held_back[i] * std::log2(shares[i]) / static_cast<double>(n_true_);
      }
  }
  return likelihoods;
}

weight_matrix site_evidence::bits(std::size_t order, std::size_t held_back) const {
  const window_counts truth = without(held_back);
  weight_matrix matrix(truth.size());
  for (std::size_t row = 0; row < matrix.size(); ++row) {
    if (is_fixed(row)) continue;
    const weight_row shares = frequencies(truth[row], order), usual = frequencies(decoys_[row], order);
    for (std::size_t i = 0; i < shares.size(); ++i)
      matrix[row][i] = std::round((std::log2(shares[i]) - std::log2(usual[i])) * decimals) / decimals;
  }
  return matrix;
}

}  // namespace exonweave
