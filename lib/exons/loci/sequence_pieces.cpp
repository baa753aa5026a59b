#include "exons/loci/sequence_pieces.hpp"

#include <algorithm>

namespace exonweave {
namespace {

constexpr std::int64_t piece_length = 1 << 20;  // nt in which seeds begin; of the project's own choice
constexpr std::int64_t piece_margin = 6'000;    // nt around, into which segments may grow

}  // namespace

std::vector<sequence_piece> cut_into_pieces(const sequence_catalog& sequences) {
  std::vector<sequence_piece> pieces;
  for (std::size_t s = 0; s < sequences.size(); ++s)
    for (std::int64_t begin = 0; begin < sequences.length(s); begin += piece_length) {
      const interval core{begin, std::min(begin + piece_length, sequences.length(s))};
      pieces.push_back({s,
                        core,
                        {std::max<std::int64_t>(0, core.start - piece_margin),
                         std::min(core.end + piece_margin, sequences.length(s))}});
    }
  return pieces;
}

}  // namespace exonweave
