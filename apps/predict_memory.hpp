// What of --memory is left for graphs and rows.
#pragma once

#include <cstdint>

#include "predict_inputs.hpp"

namespace exonweave::apps {

/// Bytes that a run holds by its data: targets, candidates, loci, and the models that wait to be written. It does not depend on threads,
/// and so nor does what is too large.
std::uint64_t held_by_data(const predict_inputs& read);

/// Gives a solver what --memory leaves beside what is held by data; without it what memory_of() says, and for a region
/// alone as much on every machine that has it, so that threads and engine do not decide what is too large.
void share_memory(const predict_options& options, const predict_inputs& read, solver_options& solver);

/// Throws not_enough_memory where --memory does not do for the search.
void check_search_memory(const predict_options& options, const predict_inputs& read);

}  // namespace exonweave::apps
