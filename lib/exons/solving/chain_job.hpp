// From a graph of chains to the job that an engine gets.
#pragma once

#include <cstdint>

#include "base/threads/on_threads.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave {

/// A job without memory for rows yet. What it points to must outlive it; `control` may be null.
spliced::alignment_job make_job(const spliced::problem& problem, const spliced::row_schedule& schedule,
                                run_control* control);

/// Throws region_too_large, with the bound, when scores of the job could leave 32 bits.
void check_scores(const spliced::alignment_job& job);
/// The same of what has that bound.
void check_scores_of(std::int64_t bound);

}  // namespace exonweave
