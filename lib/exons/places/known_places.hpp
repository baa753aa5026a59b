// Where targets may have genes, as far as a run knows.
#pragma once

#include <span>

#include "exons/places/alignment_case.hpp"
#include "exons/places/locus_search.hpp"

namespace exonweave {

/// Cases come from the inputs, or are made of loci that a search has found.
struct known_places {
  std::span<const alignment_case> cases{};
  std::span<const found_locus> loci{};
};

}  // namespace exonweave
