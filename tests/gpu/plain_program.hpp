// A device program executed on the host, one column after the other, in 32-bit scores: what the words mean, and the oracle for
// the maker of programs.
#pragma once

#include <vector>

#include "gpu/schedule/device_program.hpp"
#include "spliced/engine/problem.hpp"

namespace exonweave::testing {

/// [n + 1] each; empty: never set.
struct plain_row {
  std::vector<spliced::score> S, F;
};

/// A row that a step made.
struct plain_step {
  spliced::score best = spliced::unreachable;  // the largest S
  spliced::score ends = spliced::unreachable;  // of S + behind
  bool is_bounded = false;
  plain_row row{};  // of those that are
};

struct plain_outcome {
  spliced::best_end end;
  plain_row sink;  // without device_program::sink_offset
  std::vector<plain_step> steps;
  std::vector<std::vector<plain_row>> checkpoints;  // in their order, each with its rows
};

/// What the program of p's graph and scoring finds. Throws std::logic_error where a word names what there is
/// not: a home, a residue, an op, or a row that was never set.
plain_outcome run_plainly(const gpu::device_program& program, const spliced::problem& p);

}  // namespace exonweave::testing
