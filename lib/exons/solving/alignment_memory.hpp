// What an engine gets, and what is said when the memory does not do.
#pragma once

#include <cstdint>
#include <string>

#include "base/files/report.hpp"
#include "base/memory/memory_budget.hpp"
#include "base/threads/on_threads.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave {

// From a graph of chains to the job that an engine gets.

/// A job without memory for rows yet. What it points to must outlive it; `control` may be null.
spliced::alignment_job make_job(const spliced::problem& problem, const spliced::row_schedule& schedule,
                                run_control* control);

/// Throws region_too_large, with the bound, when scores of the job could leave 32 bits.
void check_scores(const spliced::alignment_job& job);
/// The same of what has that bound.
void check_scores_of(std::int64_t bound);

/// "not enough memory for the alignment", with what there is and what is needed.
not_enough_memory too_little_memory(std::string needed, const memory_limits& limits);
not_enough_memory too_little_memory(std::uint64_t needed, const memory_limits& limits);

/// A region problem does not fit: reported as if it were the only one that is held. Whoever holds several of a region
/// reports of all.
class problem_too_large : public not_enough_memory {
 public:
  /// `bytes` of the problem alone; `how` they are known stands before them: "about ", "more than ", "".
  problem_too_large(std::string how, std::uint64_t bytes, const memory_budget& memory);

  /// Of as many problems of that size as the caller is going to hold, next to what he has reserved already.
  [[nodiscard]] not_enough_memory reported_of(std::uint64_t n_problems, const memory_budget& memory) const;

 private:
  std::string how_;
  std::uint64_t bytes_;
};

/// What `align` returns. Where its rows do not fit in the `rows` bytes that they have, says so with how many in all
/// would do.
template <class Align>
auto fit_in_memory(std::uint64_t rows, const memory_budget& memory, const Align& align) {
  try {
    return align();
  } catch (const memory_exceeded& error) {
    throw too_little_memory(memory.reserved() + rows - error.limit + error.needed, memory.limits());
  }
}

}  // namespace exonweave
