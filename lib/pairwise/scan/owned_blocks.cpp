#include "pairwise/scan/owned_blocks.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace exonweave {
namespace {}  // namespace

void owned_blocks::add(std::span<const spliced::residue_code> residues) {
  if (residues.empty() || residues.size() > std::numeric_limits<std::uint32_t>::max())
    throw std::invalid_argument("a sequence of a database is empty, or too long");
  if (!lengths_.empty() && residues.size() > lengths_.back())
    throw std::invalid_argument("a sequence of a database is longer than the one before");
  const std::size_t column = lengths_.size() % block_width;
  if (column == 0) {  // a block as high as this sequence
    const std::size_t n_rows = (residues.size() + residues_per_word - 1) / residues_per_word;
    words_.resize(words_.size() + n_rows * block_width, padding_word);
    block_at_.push_back(words_.size());
  }
  lengths_.push_back(static_cast<std::uint32_t>(residues.size()));
  std::uint32_t* const column_words = words_.data() + block_at_[block_at_.size() - 2] + column;
  for (std::size_t i = 0; i < residues.size(); ++i) {
    std::uint32_t& word = column_words[i / residues_per_word * block_width];
    const unsigned shift = 8 * (i % residues_per_word);
    word = (word & ~(0xFFU << shift)) | std::uint32_t{residues[i]} << shift;
  }
}

std::vector<std::uint32_t> order_by_length(std::span<const std::uint32_t> lengths) {
  std::vector<std::uint32_t> order(lengths.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::uint32_t k) { return lengths[k]; });
  return order;
}

}  // namespace exonweave
