// Where targets may have genes, as far as a run knows.
#pragma once

#include <span>

#include "exons/places/alignment_case.hpp"
#include "exons/places/locus_search.hpp"
#include "exons/solving/expected_chain.hpp"

namespace exonweave {

/// Cases come from the inputs, or are made of loci that a search has found.
struct known_places {
  std::span<const alignment_case> cases{};
  std::span<const found_locus> loci{};
  std::span<const expected_chain> chains{};  // [cases] what was found there; empty where nothing was searched for
};

}  // namespace exonweave
