// What is said when the memory does not do.
#pragma once

#include <cstdint>
#include <string>

#include "exons/io/report.hpp"
#include "exons/solving/solver_options.hpp"
#include "spliced/engine/memory_exceeded.hpp"

namespace exonweave {

/// "not enough memory for the alignment", with what there is and what is needed.
not_enough_memory too_little_memory(std::string needed, const solver_options& options);
not_enough_memory too_little_memory(std::uint64_t needed, const solver_options& options);

/// What `align` returns. Where its rows do not fit in their part of `memory` bytes, says so with how many would do.
template <class Align>
auto fit_in_memory(std::uint64_t memory, const solver_options& options, const Align& align) {
  try {
    return align();
  } catch (const spliced::memory_exceeded& error) {
    throw too_little_memory(memory - error.limit + error.needed, options);
  }
}

}  // namespace exonweave
