#include "pairwise/scan/scan_engine.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "base/threads/on_threads.hpp"

namespace exonweave {

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
