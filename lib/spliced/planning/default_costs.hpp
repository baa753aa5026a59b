// What units of work cost on a usual machine, where nobody has measured the one at hand.
#pragma once

#include <string_view>

#include "spliced/planning/cost_model.hpp"

namespace exonweave::spliced {

enum class target_letters : std::uint8_t { nucleotides, amino_acids };

/// Of an engine by its name; one that is not known costs as much as `simd`. On another machine all of it may be off by one
/// factor: parts of a whole are not.
const cost_model& default_cost_model(std::string_view engine, target_letters of);

}  // namespace exonweave::spliced
