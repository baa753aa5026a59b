// What --memory leaves to each stage of a run of predict, and what is reported where that is too little.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>
#include <string>
#include <utility>

#include "base/memory/memory_budget.hpp"
#include "cli/failed_allocation.hpp"
#include "predict/placed_run.hpp"
#include "runtime_model/memory/run_memory.hpp"

namespace exonweave::apps {

/// plan_memory() of lib/runtime_model for a run of predict. Of a sample of its targets each stands for `scale` of them.
memory_plan plan_memory(const predict_options& options, const predict_inputs& read, const known_places& places,
                        double scale = 1);

/// The same as if --memory had not been given.
memory_plan plan_unbound(predict_options options, const predict_inputs& read, const known_places& places,
                         double scale = 1);

/// As if models of loci were written, for which all others are held: an estimate is not reported what will be written.
predict_options with_locus_models(predict_options options);

/// What of the plan is for problems and rows.
memory_limits solver_memory(const predict_options& options, const predict_inputs& read, const known_places& places);

/// Bytes that are held already, with what was found so far; 0 where --memory was not given.
std::uint64_t held_without_models(const predict_options& options, const predict_inputs& read,
                                  const known_places& places);

/// Bytes that the page of a run may hold when its results are gone.
std::uint64_t page_memory(const predict_options& options, const predict_inputs& read);

/// On how many threads loci are searched for: what each holds goes off --memory, of which half is left for what is
/// found and for larger blocks.
unsigned search_threads(const predict_options& options, const predict_inputs& read);
/// nt of the genome that a search has at hand at once: a quarter of what --memory leaves is for them.
std::int64_t search_block(const predict_options& options, const predict_inputs& read);

/// Nobody knows before how much inputs hold, and what a search finds: contigs, candidates and repeats come by the
/// million. Where `act` holds more than --memory, with what is held `already`, that is not_enough_memory with
/// `problem`, whose hint is what there is to do next to raising --memory.
template <class Action>
auto within_memory(const predict_options& options, std::uint64_t already, problem_report problem, const Action& act) {
  if (!options.memory) return act();
  try {
    constexpr std::uint64_t of_program = std::uint64_t{8} << 20;  // of what it may hold next to --memory
    const std::uint64_t all = *options.memory + of_program;
    const allocation_limit limit(all - std::min(all, already));
    return act();
  } catch (const std::bad_alloc&) {
    if (!allocation_limit::was_reached()) throw;
    problem.got = std::to_string(*options.memory) + " bytes";
    problem.need = "more than " + problem.got;
    problem.hint.insert(0, memory_hint(*options.memory));
    throw not_enough_memory(std::move(problem));
  }
}

/// Throws not_enough_memory where --memory does not do for the search.
void check_search_memory(const predict_options& options, const predict_inputs& read);

/// The same where it does not do for what a run holds, once cases are there: nothing would be left for graphs, or for
/// the search for the proteins of --completeness, which comes last. Less
/// than 1 MiB never ends a run: what is too large for so small a memory is left out alone.
void check_held_memory(const predict_options& options, const predict_inputs& read, const known_places& places,
                       double scale);

}  // namespace exonweave::apps
