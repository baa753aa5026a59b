#include "pairwise/gpu/scan/database_piece.hpp"

#include <algorithm>

namespace exonweave::gpu {

database_piece make_piece(const sequence_blocks& database, std::vector<std::uint32_t> numbers) {
  database_piece piece{std::move(numbers), {0}, {}, {}, {0}};
  for (const std::uint32_t number : piece.numbers) {
    const auto there = database.lengths.subspan(number * block_width);
    const auto lengths = there.first(std::min(there.size(), block_width));
    std::uint64_t residues = piece.residues.back();
    for (const std::uint32_t length : lengths) residues += length;
    piece.residues.push_back(residues);
    piece.lengths.insert(piece.lengths.end(), lengths.begin(), lengths.end());
    piece.lengths.resize(piece.residues.size() * block_width - block_width, 0);
    piece.longest.push_back(lengths.front());
    piece.block_at.push_back(piece.block_at.back() + database.n_rows(number) * block_width);
  }
  return piece;
}

std::vector<database_piece> make_pieces(const sequence_blocks& database, std::size_t first, std::size_t step,
                                        std::uint64_t max_words) {
  std::vector<database_piece> pieces;
  std::vector<std::uint32_t> numbers;
  std::uint64_t n_words = 0;
  const auto close = [&] {
    if (!numbers.empty()) pieces.push_back(make_piece(database, std::move(numbers)));
    numbers.clear();
    n_words = 0;
  };
  for (std::size_t block = first; block < database.n_blocks(); block += step) {
    const std::uint64_t of_block = database.n_rows(block) * block_width;
    if (n_words + of_block > max_words) close();
    numbers.push_back(static_cast<std::uint32_t>(block));
    n_words += of_block;
  }
  close();
  return pieces;
}

std::vector<index_range> block_ranges(const database_piece& piece, std::uint64_t max_words) {
  std::vector<index_range> ranges;
  for (std::size_t b = 0; b < piece.n_blocks(); ++b) {
    if (ranges.empty() || piece.block_at[b + 1] - piece.block_at[ranges.back().begin] > max_words)
      ranges.push_back({b, b});
    ranges.back().end = b + 1;
  }
  return ranges;
}

}  // namespace exonweave::gpu
