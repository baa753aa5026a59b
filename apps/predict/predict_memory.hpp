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

/// What a run has read and knows, for plan_memory(). Of a sample of its targets each stands for `scale` of them.
run_contents contents_of(const predict_inputs& read, const known_places& places, double scale = 1);

/// What of the plan is for problems and rows, in a pass with so many chains of a case.
memory_limits solver_memory(const predict_inputs& read, const known_places& places, std::size_t n_chains);

/// Bytes that are held already, with what was found so far; 0 where --memory was not given.
std::uint64_t held_without_models(const predict_inputs& read, const known_places& places);

/// Bytes that the page of a run may hold when its results are gone.
std::uint64_t page_memory(const predict_inputs& read);

/// On how many threads loci are searched for: what each holds goes off --memory, of which half is left for what is
/// found and for larger blocks.
unsigned search_threads(const predict_inputs& read);
/// nt of the genome that a search has at hand at once: a quarter of what --memory leaves is for them.
std::int64_t search_block(const predict_inputs& read);

/// Nobody knows before how much inputs hold, and what a search finds: contigs, candidates and repeats come by the
/// million. Where `act` holds more than --memory, `most`, with what is held `already`, that is not_enough_memory with
/// `problem`, whose hint is what there is to do next to raising --memory.
template <class Action>
auto within_memory(std::optional<std::uint64_t> most, std::uint64_t already, problem_report problem,
                   const Action& act) {
  if (!most) return act();
  try {
    constexpr std::uint64_t of_program = std::uint64_t{8} << 20;  // of what it may hold next to --memory
    const std::uint64_t all = *most + of_program;
    const allocation_limit limit(all - std::min(all, already));
    return act();
  } catch (const std::bad_alloc&) {
    if (!allocation_limit::was_reached()) throw;
    problem.got = std::to_string(*most) + " bytes";
    problem.need = "more than " + problem.got;
    problem.hint.insert(0, memory_hint(*most));
    throw not_enough_memory(std::move(problem));
  }
}

/// Throws not_enough_memory where --memory does not do for the search.
void check_search_memory(const predict_inputs& read);

/// The same where it does not do for what a run holds, once cases are there: nothing would be left for graphs, or for
/// the search for the proteins of --completeness, which comes last. Less than 1 MiB never ends a run: what is too large
/// for so small a memory is left out alone.
void check_held_memory(const predict_inputs& read, const known_places& places);

}  // namespace exonweave::apps
