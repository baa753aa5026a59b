// Units of work of comparing sequences two by two, of which each engine says how many of its cells one is worth.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "spliced/costs/by_unit.hpp"

namespace exonweave {

enum class pairwise_unit : std::uint8_t {
  pair,          // of sequences, or a query with a database
  residue,       // of a database, once for each query; of a pair those of both sequences
  cell,          // residues of a query times those of what it is compared with
  path_residue,  // residues of a pair whose alignment is requested; this and all below: not of a scan
  path_cell,     // cells of such a pair
  wide_cell      // cells of a pair whose scores may need 32 bits; more of them where its alignment is requested
};

constexpr auto unit_names(pairwise_unit) {
  return std::to_array<std::string_view>({"pair", "residue", "cell", "path_residue", "path_cell", "wide_cell"});
}

using by_pairwise_unit = spliced::by_unit<pairwise_unit>;

}  // namespace exonweave
