#include "gpu/schedule/score_pass.hpp"

#include "spliced/engine/engine.hpp"

namespace exonweave::gpu {
namespace {

using spliced::score;

spliced::best_end read_end(const device_job& job, const shaped_job& shaped, const launch_results& results,
                           std::size_t at) {
  const spliced::row_layout layout = job.of.layout();
  std::vector<score> row(layout.width(), spliced::unreachable);
  if (job.program->sink == no_row) return find_best_end(job.of, row);
  const auto S = layout.best(std::span(row));
  decode_plane(shaped, job.of.gaps.extend, results.sink_row(at), plane::S, S);
  for (score& each : S)
    if (spliced::is_reachable(each)) each += job.program->sink_offset;
  if (layout.has_ends && results.best_trails[at] > spliced::unreachable / 2)
    row[layout.trail_at()] = results.best_trails[at] - job.of.residue_ends->open;
  return find_best_end(job.of, row);
}

}  // namespace

std::vector<std::optional<spliced::best_end>> score_pass::run(std::span<const device_job> jobs,
                                                              score_pass_times* times) {
  for (const device_job& job : jobs) spliced::check_score_range({.of = job.of, .schedule = job.schedule});
  launch_times* const of_launches = times == nullptr ? nullptr : &times->launches;
  ends_.assign(jobs.size(), {});
  std::vector<std::size_t> wide;
  for (auto& [key, shaped] : shape_jobs(jobs, wide)) {
    run_shape(jobs, shaped, of_launches);
    for (const shaped_job& each : shaped) {
      const score total = ends_[each.index]->total;
      if (jobs[each.index].program->sink == no_row || total > each.values.exact_above) continue;
      ends_[each.index].reset();
      wide.push_back(each.index);
    }
  }
  for (auto& [key, shaped] : shape_wide_jobs(jobs, wide)) run_shape(jobs, shaped, of_launches);
  if (times != nullptr) times->n_wide += static_cast<std::uint32_t>(wide.size());
  return std::move(ends_);
}

void score_pass::run_shape(std::span<const device_job> jobs, std::span<shaped_job> shaped,
                           launch_times* times) {
  const launch_results results = runner_->run(jobs, shaped, false, times);
  for (std::size_t k = 0; k < shaped.size(); ++k)
    ends_[shaped[k].index] = read_end(jobs[shaped[k].index], shaped[k], results, k);
}

std::unique_ptr<score_pass> make_score_pass(int device) {
  return std::make_unique<score_pass>(make_schedule_runner(device));
}

}  // namespace exonweave::gpu
