// Sequences in pieces of 1 Mb, in which seeds are looked for.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "exons/sequences/genome.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

/// A part of a sequence: seeds begin in `core`, segments lie in `whole`. Forward coordinates.
struct sequence_piece {
  std::size_t sequence = 0;
  interval core, whole;
};

/// All sequences in pieces, one after the other in the order of the catalog.
std::vector<sequence_piece> cut_into_pieces(const sequence_catalog& sequences);

}  // namespace exonweave
