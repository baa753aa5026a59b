#include "spliced/engine/forward_rows.hpp"

#include <algorithm>

#include "spliced/dp/recurrence.hpp"

namespace exonweave::spliced {
namespace {

constexpr std::size_t most_held = 4;  // runs: equally good paths side by side

}  // namespace

forward_rows::forward_rows(forward_pass& pass, std::uint64_t memory) : pass_(pass), memory_(memory) {}

row_cell forward_rows::cell(node_row at, std::size_t column) {
  const std::span<const score> scores = row(at);
  return {scores[column], layout_.has_vertical ? scores[layout_.vertical_at(column)] : unreachable};
}

score forward_rows::lead(node_row at) { return layout_.has_ends ? row(at)[layout_.lead_at()] : unreachable; }

score forward_rows::trail(node_row at) {
  return layout_.has_ends ? row(at)[layout_.trail_at()] : unreachable;
}

std::span<const score> forward_rows::row(node_row at) {
  return at == last_row(at.node) ? pass_.row(at.node) : rows_of(at.node).row(at.row);
}

score forward_rows::bound(node_id v) {
  if (bounds_[v] == not_known) bounds_[v] = std::ranges::max(layout_.best(pass_.row(v)));
  return bounds_[v];
}

run_rows& forward_rows::rows_of(node_id run) {
  const auto found = std::ranges::find(held_, run, &held_run::run);
  if (found != held_.end()) {
    held_.splice(held_.begin(), held_, found);
    return held_.front().rows;
  }
  if (held_.size() == most_held) held_.pop_back();
  std::vector<score> entry(layout_.width());
  entry_row(
      pass_.of(), profile_, run, [&](node_id u) { return pass_.row(u); }, entry);
  held_.push_front({run, run_rows(pass_.of(), profile_, run, std::move(entry), memory_ / most_held)});
  return held_.front().rows;
}

std::uint64_t least_memory_of_runs(const problem& p) {
  std::uint32_t longest = 1;
  for (const node& each : p.graph.nodes) longest = std::max(longest, each.n_residues);
  return run_rows::least_memory(longest, p.layout().width());
}

}  // namespace exonweave::spliced
