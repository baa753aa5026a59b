#include "pairwise/scan/scan_engine.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "base/threads/on_threads.hpp"

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

namespace {

constexpr std::uint32_t each_byte = 0x01010101U;
constexpr std::uint32_t high_bits = 0x80U * each_byte;

bool are_residues(std::uint32_t word) {
  constexpr std::uint32_t up_to_high_bit = (0x80U - spliced::n_amino_codes) * each_byte;
  // No byte carries into the next: where one has its high bit, the first word reports it.
  return (word & high_bits) == 0 && ((word + up_to_high_bit) & high_bits) == 0;
}

// Residues as far as the sequence goes, from the lowest byte on, padding after them.
bool is_sound(std::uint32_t word, std::size_t n_residues) {
  if (n_residues >= residues_per_word) return are_residues(word);
  const std::uint32_t after = ~std::uint32_t{0} << (8 * n_residues);
  return are_residues(word & ~after) && (word & after) == (padding_word & after);
}

bool is_sound_block(const sequence_blocks& blocks, std::size_t block) {
  const auto lengths = blocks.lengths.subspan(block * block_width);
  const auto words = blocks.words.subspan(blocks.block_at[block]);
  for (std::size_t row = 0; row < blocks.n_rows(block); ++row)
    for (std::size_t column = 0; column < block_width; ++column) {
      const std::size_t length = column < lengths.size() ? lengths[column] : 0;
      const std::size_t n_before = row * residues_per_word;
      if (!is_sound(words[row * block_width + column], length - std::min(length, n_before))) return false;
    }
  return true;
}

}  // namespace

std::string_view contradiction_in(const sequence_blocks& blocks) {
  if (!std::ranges::is_sorted(blocks.lengths, std::greater{}) ||
      (!blocks.lengths.empty() && blocks.lengths.back() == 0))
    return "lengths that do not descend to 1 or more";
  std::uint64_t n_words = 0;
  for (std::size_t block = 0; block < blocks.n_blocks(); ++block) {
    if (blocks.block_at[block] != n_words) return "blocks that do not fit the lengths";
    const std::size_t longest = blocks.lengths[block * block_width];
    n_words += (longest + residues_per_word - 1) / residues_per_word * block_width;
  }
  if (blocks.block_at.back() != n_words || blocks.words.size() != n_words) return "blocks that do not fit the lengths";
  for (std::size_t block = 0; block < blocks.n_blocks(); ++block)
    if (!is_sound_block(blocks, block)) return "residues that are not amino acids, or not as many as it says";
  return {};
}

void check_score_range(const scan_query& query, std::span<const std::uint32_t> lengths, const scan_scoring& scoring) {
  if (lengths.empty()) return;
  const std::int64_t pairs = static_cast<std::int64_t>(std::min<std::size_t>(query.residues.size(), lengths.front()));
  if (pairs * std::max<spliced::score>(scoring.substitution->largest(), 0) >= spliced::score_limit)
    throw std::range_error("scores of an alignment could leave 32 bits");
}

std::vector<spliced::score> highest_scores(const sequence_blocks& database, const scan_scoring& scoring,
                                           unsigned n_threads) {
  std::vector<spliced::score> highest(database.n_sequences(), 0);
  if (highest.empty()) return highest;
  // [byte] at least 0: a residue may be left out; padding gains nothing, nor does what is no code
  std::array<std::int64_t, 256> best{};
  for (spliced::residue_code s = 0; s < spliced::n_amino_codes; ++s)
    for (spliced::residue_code q = 0; q < spliced::n_amino_codes; ++q)
      best[s] = std::max<std::int64_t>(best[s], (*scoring.substitution)(s, q));
  on_threads(n_threads, database.n_blocks(), run_control(), [&] {
    return [&](std::size_t block) {
      std::array<std::int64_t, block_width> totals{};
      const std::uint32_t* word = database.words.data() + database.block_at[block];
      for (std::size_t row = 0; row < database.n_rows(block); ++row)
        for (std::int64_t& total : totals) {
          const std::uint32_t four = *word++;
          total += best[four & 0xFF] + best[four >> 8 & 0xFF] + best[four >> 16 & 0xFF] + best[four >> 24];
        }
      const std::size_t first = block * block_width;
      for (std::size_t k = first; k < std::min(first + block_width, highest.size()); ++k)
        highest[k] = static_cast<spliced::score>(std::min<std::int64_t>(totals[k - first], spliced::score_limit));
    };
  });
  return highest;
}

}  // namespace exonweave
