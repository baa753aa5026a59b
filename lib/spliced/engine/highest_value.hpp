// What no cell of a problem exceeds.
#pragma once

#include <cstdint>
#include <span>

#include "spliced/engine/problem.hpp"

namespace exonweave::spliced {

/// `heaviest` is the heaviest part of a path, all its residues with what they earn in gaps. Next to it there is the
/// best substitution of every target symbol, by a residue that does not earn in a gap then: at least `min_in_gap` of it
/// [codes], or 0 where that is empty. An alignment gains nothing else.
std::int64_t highest_value(const problem& p, score heaviest, std::span<const score> min_in_gap);

}  // namespace exonweave::spliced
