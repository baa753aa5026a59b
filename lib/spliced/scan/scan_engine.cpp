#include "spliced/scan/scan_engine.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace exonweave::spliced {

void check_score_range(const scan_query& query, std::span<const std::uint32_t> lengths,
                       const scan_scoring& scoring) {
  if (lengths.empty()) return;
  const std::int64_t pairs =
      static_cast<std::int64_t>(std::min<std::size_t>(query.residues.size(), lengths.front()));
  if (pairs * std::max<score>(scoring.substitution->largest(), 0) >= score_limit)
    throw std::range_error("scores of an alignment could leave 32 bits");
}

std::vector<score> highest_scores(const sequence_blocks& database, const scan_scoring& scoring) {
  std::array<score, n_amino_codes> best{};  // at least 0: a residue may be left out
  for (residue_code s = 0; s < n_amino_codes; ++s)
    for (residue_code q = 0; q < n_amino_codes; ++q)
      best[s] = std::max(best[s], (*scoring.substitution)(s, q));
  std::vector<score> highest;
  std::vector<residue_code> residues;
  for (std::size_t k = 0; k < database.n_sequences(); ++k) {
    residues.resize(database.lengths[k]);
    database.read(k, residues);
    std::int64_t total = 0;
    for (const residue_code residue : residues) total += best[residue];
    highest.push_back(static_cast<score>(std::min<std::int64_t>(total, score_limit)));
  }
  return highest;
}

}  // namespace exonweave::spliced
