#include "spliced/engine/run_rows.hpp"

#include <algorithm>
#include <cmath>

#include "spliced/engine/recurrence.hpp"

namespace exonweave::spliced {
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
