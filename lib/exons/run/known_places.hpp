// Where targets may have genes, as far as a run knows.
#pragma once

#include <span>

#include "exons/loci/alignment_task.hpp"
#include "exons/loci/locus_search.hpp"
#include "exons/solving/expected_chain.hpp"

namespace exonweave {

/// Cases come from the inputs, or are made of loci that a search has found.
struct known_places {
  std::span<const alignment_task> cases{};
  std::span<const found_locus> loci{};
  std::span<const expected_chain> chains{};  // [cases] what was found there; empty where nothing was searched for
};

}  // namespace exonweave
