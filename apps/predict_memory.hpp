// Where the memory of a run goes. There is one account of it: runs are bound by it, and estimates tell of it.
#pragma once

#include <cstdint>
#include <vector>

#include "predict_inputs.hpp"

namespace exonweave::apps {

/// Bytes. What is held does not depend on threads, and so nor does what is too large.
struct memory_plan {
  std::uint64_t held = 0;        // targets, candidates, loci, and the models that wait to be written
  std::uint64_t searching = 0;   // inputs and the index of a search; 0: nothing is searched for
  std::uint64_t for_graphs = 0;  // of all threads together
  std::uint64_t alone = 0;       // of that, for one target
  std::uint64_t n_threads = 1;
  bool is_bound = false;  // by --memory

  /// What a run holds at its peak, the program included, whose results take so many bytes each where they have them: each thread
  /// may have one of the largest at hand, in its share, and one that needs more has all that a target may have.
  [[nodiscard]] double peak(std::vector<double> bytes_of_results) const;
};

/// The plan of a run. Of a sample of its targets each stands for `scale` of them.
memory_plan plan_memory(const predict_options& options, const predict_inputs& read, double scale = 1);

/// The same as if --memory had not been given.
memory_plan plan_unbound(predict_options options, const predict_inputs& read, double scale = 1);

/// Gives a solver its part of the plan.
void share_memory(const predict_options& options, const predict_inputs& read, solver_options& solver);

/// Throws not_enough_memory where --memory does not do for the search.
void check_search_memory(const predict_options& options, const predict_inputs& read);

/// The same where it does not do for what a run holds, once cases are there: nothing would be left for graphs. Less than 1 MiB never
/// ends a run: what is too large for so small a memory is left out alone.
void check_held_memory(const predict_options& options, const predict_inputs& read, double scale);

}  // namespace exonweave::apps
