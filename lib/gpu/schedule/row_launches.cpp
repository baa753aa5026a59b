#include "gpu/schedule/row_launches.hpp"

#include "gpu/device_failure.hpp"

namespace exonweave::gpu {
namespace {

void throw_if_stopped(std::span<const device_job> jobs, std::span<const shaped_job> shaped) {
  for (const shaped_job& each : shaped)
    if (const auto* control = jobs[each.index].control) control->throw_if_stopped();
}

}  // namespace

std::vector<std::optional<kept_job>> launch_for_rows(std::span<const device_job> jobs, schedule_runner& on,
                                                     const failure_listener& on_failure) {
  std::vector<std::optional<kept_job>> kept(jobs.size());
  const auto launch_all = [&](jobs_by_shape all) {
    for (auto& [key, shaped] : all) try {
        throw_if_stopped(jobs, shaped);
        const launch_results results = on.run(jobs, shaped, true, nullptr);
        for (std::size_t k = 0; k < shaped.size(); ++k) {
          auto& made = kept[shaped[k].index];
          made = kept_job::of(jobs[shaped[k].index], shaped[k], results, k);
          made->on_loss = [&on_failure](const std::string& what) { on_failure(what); };
        }
      } catch (const device_failure& error) {  // of this shape; others may do
        on_failure(error.what());
      }
  };
  std::vector<std::size_t> wide;
  launch_all(shape_jobs(jobs, wide));
  launch_all(shape_wide_jobs(jobs, wide));
  return kept;
}

}  // namespace exonweave::gpu
