// The paper's test cases (Nolasco and Moreano 2014), simulated: targets, each on the candidates of its strand.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/solving/region_material.hpp"
#include "lab/simulation/simulation_profiles.hpp"

namespace exonweave::benchmarks {

/// The case of one target: all candidates of its sequence on its strand, the whole sequence as region.
region_material material_of(const simulation& made, const simulated_target& aligned);

/// What the paper aligns with.
chain_scoring paper_scoring();

}  // namespace exonweave::benchmarks
