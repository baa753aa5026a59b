// What it takes to make a problem and to align a target to it, counted before anything is aligned: of the graph and the
// schedule that the engine will run, whatever they share.
#pragma once

#include <cstddef>
#include <span>

#include "exons/graph/overlap_groups.hpp"
#include "exons/solving/region_problem.hpp"
#include "exons/solving/solver_settings.hpp"
#include "spliced/costs/cost_model.hpp"

namespace exonweave {

// What is read of a target on a strand of a region: known when it has been solved, else expected of what a search has
// found there.

/// Numbers that are expected need not be whole.
struct expected_chain {
  double fraction = 1;  // how probable it is that one is read, 0 to 1
  double length = 0;    // nt from its first exon to its last; of several chains together
  double n_codons = 0;  // in its exons
  double n_exons = 0;   // of all of them
  double n_chains = 1;  // that lie after one another, in genes of their own
};

/// What a problem consists of, whatever the target. All 0 for an empty one. Numbers that are estimated need not be
/// whole. Of one that is swept the ops of its program are the nodes, its slots live, and a window is a block with rows
/// of borders.
struct problem_size {
  double nucleotides = 0;  // of its region, as it is read: without ORF exons those that candidates span
  double nodes = 0;
  double edges = 0;
  double rows = 0;         // that a pass computes and closes
  double merged_rows = 0;  // that it computes on edges
  double joins = 0;        // of a row with another one
  double saved_rows = 0;   // of checkpoints at the usual distance; swept: between all windows
  double live_rows = 0;    // between blocks, at most
  double block_rows = 0;   // of the largest block
  double bytes = 0;        // that it holds, without its reversed graph
  exon_counts exons{};     // distinct candidates: what Eq. 3 to 5 count
  bool is_swept = false;   // by a program over its track
};

/// What of a target decides how long its alignment takes.
struct target_size {
  std::size_t n_letters = 0;
  bool is_slow = false;  // see engine::is_slow
};

/// On a problem.
target_size size_of(std::span<const spliced::residue_code> target, const region_problem& problem,
                    const chain_scoring& scoring, const spliced::engine& engine);

/// Looks at counts that are there: nothing but the blocks of the schedule is gone through.
problem_size size_of(const region_problem& problem);

/// Of making it, with its reversed graph where `settings` want that.
spliced::by_cost_unit costs_of_making(const problem_size& size, const solver_settings& settings);

/// Of aligning a target to a graph, forwards, and then with a probability of `read_fraction` (0 to 1) backwards where
/// `settings` want that, and to the end: traceback, alternatives, other chains. Nothing on an empty problem.
spliced::by_cost_unit costs_of_aligning(const problem_size& size, const target_size& target,
                                        const solver_settings& settings, double read_fraction);

/// Of sweeps for a target over a problem that is swept: forwards, then as far as a chain is read backwards as well,
/// once more in blocks where the chain is, and, where `settings` want margins, near each of its exons. Nothing on an
/// empty problem.
spliced::by_cost_unit costs_of_sweeping(const problem_size& size, const target_size& target,
                                        const solver_settings& settings, const expected_chain& read);

/// Bytes that a problem holds, with its reversed graph where `settings` want that.
double bytes_of_problem(const problem_size& size, const solver_settings& settings);

/// About how many bytes the rows of an alignment take that has as much memory as it likes: slots, checkpoints and
/// blocks of all passes; of sweeps what sweep_storage says.
double bytes_of_rows(const problem_size& size, const target_size& target, const solver_settings& settings);

}  // namespace exonweave
