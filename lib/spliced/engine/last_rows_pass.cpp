#include "spliced/engine/last_rows_pass.hpp"

#include <algorithm>
#include <utility>

#include "spliced/engine/recurrence.hpp"

namespace exonweave::spliced {
namespace {

constexpr std::size_t max_held = 4;  // runs: equally good paths lie side by side

class stored_rows final : public last_rows {
 public:
  stored_rows(const problem& p, large_vector<score> rows)
      : layout_(p.layout()), n_nodes_(p.graph.size()), rows_(std::move(rows)) {}

  std::span<const score> of(node_id v) override {
    return std::span<const score>(rows_).subspan(v * layout_.width(), layout_.width());
  }
  score bound(node_id v) override {
    if (bounds_.empty())
      for (node_id u = 0; u < n_nodes_; ++u) bounds_.push_back(std::ranges::max(layout_.best(of(u))));
    return bounds_[v];
  }

 private:
  row_layout layout_;
  std::size_t n_nodes_;
  large_vector<score> rows_;   // [nodes][width]
  std::vector<score> bounds_;  // [nodes], once one was requested
};

}  // namespace

last_rows_pass::last_rows_pass(const problem& p, large_vector<score> rows)
    : last_rows_pass(p, std::make_unique<stored_rows>(p, std::move(rows))) {}

last_rows_pass::last_rows_pass(const problem& p, std::unique_ptr<last_rows> rows)
    : problem_(p),
      layout_(p.layout()),
      profile_(*p.substitution, p.target),
      rows_(std::move(rows)),
      end_(find_best_end(problem_, rows_->of(problem_.graph.sink()))) {}

std::uint64_t last_rows_pass::bytes_for(const problem& p) {
  std::uint32_t longest = 1;
  for (const node& each : p.graph.nodes) longest = std::max(longest, each.n_residues);
  const std::uint64_t width = p.layout().width();
  return p.graph.size() * width * sizeof(score) + max_held * run_rows::min_memory(longest, width);
}

row_cell last_rows_pass::cell(node_row position, std::size_t column) {
  const auto scores = row(position);
  return {scores[column], layout_.has_vertical ? scores[layout_.vertical_at(column)] : unreachable};
}

score last_rows_pass::lead(node_row position) {
  return layout_.has_ends ? row(position)[layout_.lead_at()] : unreachable;
}

score last_rows_pass::trail(node_row position) {
  return layout_.has_ends ? row(position)[layout_.trail_at()] : unreachable;
}

std::span<const score> last_rows_pass::row(node_row position) {
  return position == last_row(position.node) ? rows_->of(position.node) : inside(position.node).row(position.row);
}

// F is never more than S.
row_cell last_rows_pass::bound(node_id v) {
  const score best = rows_->bound(v);
  return {best, layout_.has_vertical ? best : unreachable};
}

std::uint64_t last_rows_pass::cells_computed() const { return count_rows(problem_.graph) * problem_.target.size(); }

run_rows& last_rows_pass::inside(node_id run) {
  const auto found = std::ranges::find(held_, run, &held_run::run);
  if (found != held_.end()) {
    held_.splice(held_.begin(), held_, found);
    return held_.front().rows;
  }
  if (held_.size() == max_held) held_.pop_back();
  std::vector<score> entry(layout_.width());
  entry_row(
      problem_, profile_, run, [&](node_id u) { return rows_->of(u); }, entry);
  held_.push_front({run, run_rows(problem_, profile_, run, std::move(entry), 0)});
  return held_.front().rows;
}

}  // namespace exonweave::spliced
