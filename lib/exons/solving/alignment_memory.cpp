#include "exons/solving/alignment_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/files/report.hpp"
#include "base/memory/memory_budget.hpp"

namespace exonweave {

namespace {

std::string text_of(const std::string& how, std::uint64_t bytes, const memory_budget& memory) {
  return fmt::format("{}{} bytes", how, bytes + memory.reserved() + memory.limits().held);
}

}  // namespace

not_enough_memory too_little_memory(std::string needed, const memory_limits& limits) {
  const std::uint64_t given = std::max(limits.usable, limits.requested);
  return not_enough_memory(problem_report{.what = "not enough memory for the alignment",
                                          .got = fmt::format("{} bytes", given),
                                          .need = std::move(needed),
                                          .hint = memory_hint(given)});
}

not_enough_memory too_little_memory(std::uint64_t needed, const memory_limits& limits) {
  return too_little_memory(fmt::format("{} bytes", needed + limits.held), limits);
}

problem_too_large::problem_too_large(std::string how, std::uint64_t bytes, const memory_budget& memory)
    : not_enough_memory(too_little_memory(text_of(how, bytes, memory), memory.limits())),
      how_(std::move(how)),
      bytes_(bytes) {}

not_enough_memory problem_too_large::reported_of(std::uint64_t n_problems, const memory_budget& memory) const {
  return too_little_memory(text_of(how_, bytes_ * n_problems, memory), memory.limits());
}

namespace {

problem_report out_of_range(std::int64_t bound) {
  return {.what = "scores could leave 32 bits for this target and region",
          .got = fmt::format("bound {}", bound),
          .need = fmt::format("a bound below {}", spliced::score_limit),
          .hint = "use smaller scores or a smaller region"};
}

}  // namespace

spliced::alignment_job make_job(const spliced::problem& problem, const spliced::row_schedule& schedule,
                                run_control* control) {
  spliced::alignment_job job;
  job.input = problem;
  job.schedule = &schedule;
  job.control = control;
  return job;
}

void check_scores(const spliced::alignment_job& job) {
  try {
    spliced::check_score_range(job);
  } catch (const std::range_error&) {
    throw region_too_large(out_of_range(spliced::score_bound(job.input)));
  }
}

void check_scores_of(std::int64_t bound) {
  if (bound >= spliced::score_limit) throw region_too_large(out_of_range(bound));
}

}  // namespace exonweave
