#include "exons/gene_finding/site_matrix.hpp"

#include "exons/sites/site_evidence.hpp"

namespace exonweave {

site_counts::site_counts(site_rows rows) : rows_(rows), counts_(static_cast<std::size_t>(rows.count()), row{}) {}

void site_counts::add(const masked_bases& bases, std::int64_t border) {
  for (std::size_t r = 0; r < counts_.size(); ++r) {
    const std::int64_t position = border - rows_.n_before + static_cast<std::int64_t>(r);
    const base_number before = bases.at(position - 1), base = bases.at(position);
    if (before != unknown_base && base != unknown_base) ++counts_[r][before][base];
  }
}

site_matrix::site_matrix(const site_counts& counts) : rows_(counts.rows_) {
  constexpr std::size_t order = 1;
  for (const auto& row : counts.counts_) {
    row_counts sums{};
    for (std::size_t before = 0; before < n_known_bases; ++before)
      for (std::size_t base = 0; base < n_known_bases; ++base) {
        sums[0][weight_index(0, 0, base)] += row[before][base];
        sums[order][weight_index(0, before, base)] += row[before][base];
      }
    const weight_row shares = frequencies(sums, order);
    auto& made = scores_.emplace_back();
    for (std::size_t before = 0; before < n_known_bases; ++before)
      for (std::size_t base = 0; base < n_known_bases; ++base)
        made[before][base] = log_score(shares[weight_index(0, before, base)]);
  }
}

}  // namespace exonweave
