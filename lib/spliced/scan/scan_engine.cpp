#include "spliced/scan/scan_engine.hpp"

#include <algorithm>
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

}  // namespace exonweave::spliced
