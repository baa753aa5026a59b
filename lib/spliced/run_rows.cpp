#include "spliced/run_rows.hpp"

#include <algorithm>
#include <cmath>

#include "spliced/recurrence.hpp"

namespace exonweave::spliced {
namespace {

std::uint64_t square_root(std::uint64_t n) {
  return static_cast<std::uint64_t>(std::ceil(std::sqrt(static_cast<double>(n))));
}

// Rows at once with blocks of `block_rows`: the checkpoints, a block, and two rows to get from one to the next.
std::uint64_t rows_at_once(std::uint64_t n_rows, std::uint64_t block_rows) {
  return n_rows / block_rows + 1 + block_rows + 1 + 2;
}

std::size_t choose_block_rows(std::uint64_t n_rows, std::uint64_t n_columns, std::uint64_t memory) {
  return rows_at_once(n_rows, n_rows) * n_columns * sizeof(score) <= memory ? n_rows : square_root(n_rows);
}

}  // namespace

std::uint64_t run_rows::least_memory(std::uint64_t n_rows, std::uint64_t n_columns) {
  return rows_at_once(n_rows, square_root(n_rows)) * n_columns * sizeof(score);
}

run_rows::run_rows(const problem& p, node_id v, std::vector<score> entry, std::uint64_t memory)
    : problem_(p),
      residues_(p.graph.residues_of(v)),
      n_columns_(entry.size()),
      block_rows_(choose_block_rows(residues_.size(), entry.size(), memory)),
      checkpoints_(std::move(entry)) {
  std::vector<score> above = checkpoints_;
  std::vector<score> row(n_columns_);
  const std::size_t last_checkpoint = residues_.size() / block_rows_ * block_rows_;
  if (block_rows_ < residues_.size())
    for (std::size_t i = 1; i <= last_checkpoint; ++i) {
      compute_next(above, i, row);
      above.swap(row);
      if (i % block_rows_ == 0) checkpoints_.insert(checkpoints_.end(), above.begin(), above.end());
    }
}

score run_rows::at(std::uint32_t row, std::size_t column) {
  // A row between two blocks is the last of the earlier one; row 0 belongs to block 0.
  const std::size_t block = row == 0 ? 0 : (row - 1) / block_rows_;
  if (block != held_block_) hold_block(block);
  return held_[(row - block * block_rows_) * n_columns_ + column];
}

void run_rows::hold_block(std::size_t block) {
  const std::size_t first = block * block_rows_;
  const std::size_t last = std::min(first + block_rows_, residues_.size());
  held_.resize((last - first + 1) * n_columns_);
  std::copy_n(checkpoints_.begin() + static_cast<std::ptrdiff_t>(block * n_columns_), n_columns_,
              held_.begin());
  for (std::size_t i = first + 1; i <= last; ++i) {
    const std::span<score> rows(held_);
    compute_next(rows.subspan((i - 1 - first) * n_columns_, n_columns_), i,
                 rows.subspan((i - first) * n_columns_, n_columns_));
  }
  held_block_ = block;
}

// `row` counts from 1: the row of residue row - 1.
void run_rows::compute_next(std::span<const score> above, std::size_t row, std::span<score> out) {
  out[0] = above[0] - problem_.gap;
  for (std::size_t j = 1; j < n_columns_; ++j)
    out[j] = cell(above[j - 1], above[j], out[j - 1],
                  (*problem_.substitution)(residues_[row - 1], problem_.target[j - 1]), problem_.gap);
  cells_computed_ += n_columns_ - 1;
}

}  // namespace exonweave::spliced
