// What it takes to make a problem and to align a target to it, counted before anything is aligned: of the graph and the
// schedule that the engine will run, whatever they share.
#pragma once

#include <cstddef>

#include "exons/solving/region_problem.hpp"
#include "spliced/planning/cost_model.hpp"

namespace exonweave {

/// What a problem consists of, whatever the target. All 0 for an empty one. Numbers that are estimated need not be whole.
struct problem_size {
  double nucleotides = 0;  // of its region, as it is read: without own blocks those that candidates span
  double nodes = 0;
  double edges = 0;
  double rows = 0;         // that a pass computes and closes
  double merged_rows = 0;  // that it computes on edges
};

/// Looks at counts that are there: nothing is gone through.
problem_size size_of(const region_problem& problem);

/// Of making it, with its reversed graph where `options` want that.
spliced::by_cost_unit costs_of_making(const problem_size& size, const solver_options& options);

/// Of aligning a target of so many residues, forwards, and then with a probability of `read_share` (0 to 1) backwards where
/// `options` want that, and to the end: traceback, rivals, other chains. Nothing on an empty problem.
spliced::by_cost_unit costs_of_aligning(const problem_size& size, std::size_t target_length,
                                        const solver_options& options, double read_share);

}  // namespace exonweave
