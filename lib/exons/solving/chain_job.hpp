// From a graph of chains to the job that an engine gets.
#pragma once

#include "exons/solving/solver_options.hpp"

namespace exonweave {

/// A job without memory for rows yet. What it points to must outlive it.
spliced::alignment_job make_job(const spliced::problem& of, const spliced::row_schedule& schedule,
                                const solver_options& options);

/// Throws bad_data, with the bound, when scores of the job could leave 32 bits.
void check_scores(const spliced::alignment_job& job);
/// The same of what has that bound.
void check_scores_of(std::int64_t bound);

}  // namespace exonweave
