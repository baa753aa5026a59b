#include "spliced/engine/last_rows_pass.hpp"

#include <algorithm>
#include <cmath>
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

namespace {

std::uint64_t square_root(std::uint64_t n) {
  return static_cast<std::uint64_t>(std::ceil(std::sqrt(static_cast<double>(n))));
}

// Rows at once with blocks of `block_rows`: the checkpoints, a block, and two rows to get from one to the next.
std::uint64_t rows_at_once(std::uint64_t n_rows, std::uint64_t block_rows) {
  return n_rows / block_rows + 1 + block_rows + 1 + 2;
}

std::size_t choose_block_rows(std::uint64_t n_rows, std::uint64_t width, std::uint64_t memory) {
  return rows_at_once(n_rows, n_rows) * width * sizeof(score) <= memory ? n_rows : square_root(n_rows);
}

}  // namespace

std::uint64_t run_rows::min_memory(std::uint64_t n_rows, std::uint64_t width) {
  return rows_at_once(n_rows, square_root(n_rows)) * width * sizeof(score);
}

run_rows::run_rows(const problem& p, const target_profile& profile, node_id v, std::vector<score> entry,
                   std::uint64_t memory)
    : problem_(p),
      profile_(profile),
      run_(v),
      residues_(p.graph.residues_of(v)),
      width_(entry.size()),
      block_rows_(choose_block_rows(residues_.size(), entry.size(), memory)),
      checkpoints_(std::move(entry)) {
  std::vector<score> above = checkpoints_;
  std::vector<score> row(width_);
  const std::size_t last_checkpoint = residues_.size() / block_rows_ * block_rows_;
  if (block_rows_ < residues_.size())
    for (std::size_t i = 1; i <= last_checkpoint; ++i) {
      compute_next(above, i, row);
      above.swap(row);
      if (i % block_rows_ == 0) checkpoints_.insert(checkpoints_.end(), above.begin(), above.end());
    }
}

std::span<const score> run_rows::row(std::uint32_t i) {
  // A row between two blocks is the last of the earlier one; row 0 belongs to block 0.
  const std::size_t block = i == 0 ? 0 : (i - 1) / block_rows_;
  if (block != held_block_) hold_block(block);
  return std::span(held_).subspan((i - block * block_rows_) * width_, width_);
}

void run_rows::hold_block(std::size_t block) {
  const std::size_t first = block * block_rows_;
  const std::size_t last = std::min(first + block_rows_, residues_.size());
  held_.resize((last - first + 1) * width_);
  std::copy_n(checkpoints_.begin() + static_cast<std::ptrdiff_t>(block * width_), width_, held_.begin());
  for (std::size_t i = first + 1; i <= last; ++i) {
    const std::span<score> rows(held_);
    compute_next(rows.subspan((i - 1 - first) * width_, width_), i, rows.subspan((i - first) * width_, width_));
  }
  held_block_ = block;
}

// `row` counts from 1: the row of residue row - 1.
void run_rows::compute_next(std::span<const score> above, std::size_t row, std::span<score> out) {
  const auto number = static_cast<std::uint32_t>(row);
  next_row(problem_, {above, profile_.of(residues_[row - 1]), 0, problem_.graph.weight_of_row(run_, number)}, out);
  ++rows_computed_;
}

}  // namespace exonweave::spliced
