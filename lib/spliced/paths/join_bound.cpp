#include "spliced/paths/join_bound.hpp"

#include <algorithm>
#include <limits>

#include "spliced/engine/reversal.hpp"

namespace exonweave::spliced {

join_bound::join_bound(row_pass& forward, row_pass& backward)
    : forward_(forward), backward_(backward), problem_(forward.input()) {
  const substitution_matrix& d = *problem_.substitution;
  best_pair_.assign(d.n_codes(), 0);
  for (residue_code r = 0; r < d.n_codes(); ++r)
    for (const residue_code t : problem_.target) best_pair_[r] = std::max(best_pair_[r], d(r, t));
  find_meeting_ranges();
}

void join_bound::find_meeting_ranges() {
  const column_ranges &here = forward_.ranges(), &there = backward_.ranges();
  if (here.n == 0 || there.n == 0) return;
  // those after the last that has a column meet nothing
  std::vector<std::vector<std::uint8_t>> of_range(std::ranges::max(here.of_column) + std::size_t{1});
  const std::size_t n = problem_.target.size();
  for (std::size_t j = 0; j <= n; ++j) {
    auto& meeting = of_range[here.of_column[j]];
    if (std::ranges::find(meeting, there.of_column[n - j]) == meeting.end()) meeting.push_back(there.of_column[n - j]);
  }
  const std::size_t most = std::ranges::max(of_range, {}, &std::vector<std::uint8_t>::size).size();
  for (std::size_t k = 0; k < most; ++k) {
    auto& one_of_each = meeting_.emplace_back();
    for (const auto& meeting : of_range) one_of_each.push_back(meeting[std::min(k, meeting.size() - 1)]);
  }
}

score join_bound::over(const edge& across, node_id v) {
  const scalars above = scalars_of(forward_, across.source);
  const scalars after = scalars_of(backward_, mirrored(problem_.graph, v));
  const scalars before = across.residue == no_residue ? above : below(above, across);
  const auto both = [](score here, score there, score more) { return std::int64_t{here} + there + more; };
  std::int64_t most = both(before.best, after.best, problem_.gaps.open);
  if (auto by_range = both_by_range(across, v)) {
    if (across.residue != no_residue) by_range = std::max(*by_range, both(before.lead, after.best, 0));
    most = std::min(most, *by_range);
  }
  if (problem_.residue_ends) {
    const score u = problem_.residue_ends->open;
    most = std::max({most, both(before.lead, after.trail, u), both(before.trail, after.lead, u),
                     both(before.lead, after.lead, u + problem_.before(problem_.target.size()))});
  }
  return most > -score_limit ? static_cast<score>(most + across.weight) : unreachable;
}

std::optional<std::int64_t> join_bound::both_by_range(const edge& across, node_id v) {
  const auto above = forward_.range_bounds(across.source);
  const auto after = backward_.range_bounds(mirrored(problem_.graph, v));
  if (above.empty() || after.empty()) return std::nullopt;
  if (facing_.empty() || facing_node_ != v) face(after, v);
  const bool has_residue = across.residue != no_residue;
  std::int32_t most = above[0] + facing_[0];
  for (std::size_t r = 1; r < facing_.size(); ++r) most = std::max(most, above[r] + facing_[r]);
  if (has_residue) {
    most = std::max(most, above.back() + facing_[0]);
    for (std::size_t r = 1; r < facing_.size(); ++r) most = std::max(most, above[r - 1] + facing_[r]);
  }
  return std::int64_t{most} + forward_.ranges().origin + backward_.ranges().origin +
         (has_residue ? gain_of(across) : 0);
}

void join_bound::face(std::span<const range_bound> after, node_id v) {
  facing_node_ = v;
  facing_.assign(meeting_.front().size(), std::numeric_limits<range_bound>::min());
  for (const auto& one_of_each : meeting_)
    for (std::size_t r = 0; r < facing_.size(); ++r) facing_[r] = std::max(facing_[r], after[one_of_each[r]]);
}

join_bound::scalars join_bound::scalars_of(row_pass& pass, node_id v) {
  const node_row last = pass.last_row(v);
  if (!pass.input().residue_ends) return {pass.bound(v)};
  return {pass.bound(v), pass.lead(last), pass.trail(last)};
}

join_bound::scalars join_bound::below(const scalars& above, const edge& across) const {
  const gap_costs ends = problem_.residue_ends.value_or(gap_costs{});
  const score change = across.in_gap - ends.extend;
  const score lead = above.lead + change;
  const score best = std::max(above.best + gain_of(across), lead);
  return {best, lead, std::max(above.trail + change, best - ends.open)};
}

score join_bound::gain_of(const edge& across) const {
  return std::max<score>(best_pair_[across.residue], across.in_gap);
}

}  // namespace exonweave::spliced
