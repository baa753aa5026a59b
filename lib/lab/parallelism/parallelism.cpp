#include "lab/parallelism/parallelism.hpp"

#include <algorithm>

namespace exonweave {
namespace {

void add_shares(shares& sums, const shares& one) {
  for (const auto& [what, fraction] : one) sums[what] += fraction;
}

}  // namespace

exon_set_parallelism measure_parallelism(std::span<const interval> exons) {
  exon_set_parallelism measured{count_exons(exons), 0, {}, {}};
  for (const auto& exon : exons) {
    measured.longest = std::max(measured.longest, exon.length());
    ++measured.length_classes[(exon.length() - 1) / length_class_width];
  }
  for (const auto& group : make_overlap_groups(exons)) ++measured.group_sizes[static_cast<std::int64_t>(group.size())];
  return measured;
}

shares shares_of(const std::map<std::int64_t, std::size_t>& counts) {
  std::size_t total = 0;
  for (const auto& [what, count] : counts) total += count;
  shares result;
  for (const auto& [what, count] : counts) result[what] = static_cast<double>(count) / static_cast<double>(total);
  return result;
}

void average_case::add(const exon_set_parallelism& exons, const time_units& units, std::int64_t target_length) {
  ++n_cases_;
  n_exons_ += static_cast<double>(exons.n_exons);
  n_groups_ += static_cast<double>(exons.n_groups);
  sum_lengths_ += static_cast<double>(exons.sum_lengths);
  target_lengths_ += static_cast<double>(target_length);
  sequential_ += static_cast<double>(units.sequential);
  intra_ += static_cast<double>(units.intra);
  inter_ += static_cast<double>(units.inter);
  add_shares(length_shares_, shares_of(exons.length_classes));
  add_shares(group_shares_, shares_of(exons.group_sizes));
}

double average_case::mean(double sum) const { return n_cases_ == 0 ? 0 : sum / static_cast<double>(n_cases_); }

shares average_case::mean(const shares& sums) const {
  shares result;
  for (const auto& [what, sum] : sums) result[what] = mean(sum);
  return result;
}

}  // namespace exonweave
