#include "exons/solving/chain_job.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "base/files/report.hpp"

namespace exonweave {

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
