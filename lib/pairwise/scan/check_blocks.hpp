// Whether the blocks of a database are what sequence_blocks.hpp says: engines read what they say without another look.
#pragma once

#include <string_view>

#include "pairwise/scan/sequence_blocks.hpp"

namespace exonweave {

/// What is wrong with them, in words; empty where nothing is. `block_at` has an entry for each block and one more.
/// Reads all of them.
std::string_view contradiction_in(const sequence_blocks& blocks);

}  // namespace exonweave
