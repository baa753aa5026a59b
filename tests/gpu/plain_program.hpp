// A device program executed on the host, one column after the other, in 32-bit scores: what the words mean, and the oracle for
// the maker of programs.
#pragma once

#include "gpu/schedule/device_program.hpp"
#include "spliced/engine/problem.hpp"

namespace exonweave::testing {

/// The best end that the program of p's graph and scoring finds. Throws std::logic_error where a word names what there is
/// not: a home, a residue, an op, or a row that was never set.
spliced::best_end run_plainly(const gpu::device_program& program, const spliced::problem& p);

}  // namespace exonweave::testing
