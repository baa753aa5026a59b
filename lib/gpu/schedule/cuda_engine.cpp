#include "gpu/schedule/cuda_engine.hpp"

#include <algorithm>
#include <future>
#include <mutex>
#include <numeric>
#include <stdexcept>

#include "gpu/device_failure.hpp"
#include "gpu/schedule/device_pass.hpp"
#include "spliced/engine/block_pass.hpp"
#include "spliced/engine/memory_exceeded.hpp"
#include "spliced/engine/simd/simd.hpp"
#include "spliced/engine/simd/tile_machine.hpp"

namespace exonweave::gpu {
namespace {

using spliced::alignment_job;
using spliced::row_schedule;
using spliced::started_pass;

class compiled_program final : public spliced::compiled_schedule {
 public:
  explicit compiled_program(device_program made) : program(std::move(made)) {}
  [[nodiscard]] std::uint64_t bytes() const override {
    return program.words.size() * sizeof(program.words[0]);
  }

  device_program program;
};

std::unique_ptr<spliced::row_pass> make_pass(const alignment_job& job, kept_job kept) {
  const auto values = spliced::tile_values(job.of, *job.schedule);
  auto machine = spliced::make_tile_machine(
      job.of, *job.schedule, values.value_or(spliced::lane_values::wide()), values.has_value());
  return std::make_unique<spliced::block_pass>(
      job.of, *job.schedule, std::move(machine), std::make_unique<device_pass>(std::move(kept)),
      spliced::block_pass_options{job.memory, job.control, job.planned});
}

class cuda_engine final : public spliced::engine {
 public:
  explicit cuda_engine(cuda_options options) : options_(std::move(options)) {}

  [[nodiscard]] std::string_view name() const override { return "cuda"; }
  [[nodiscard]] spliced::schedule_options schedule(const spliced::problem&) const override {
    return {.steps_at_once = 1};
  }
  [[nodiscard]] std::shared_ptr<const spliced::compiled_schedule> compile(
      const spliced::problem& p, const row_schedule& schedule) const override;

  [[nodiscard]] std::unique_ptr<spliced::row_pass> align(const alignment_job& job) const override {
    return start(std::span(&job, 1)).front().get();
  }
  [[nodiscard]] std::size_t batch_size() const override;
  [[nodiscard]] std::vector<started_pass> start(std::span<const alignment_job> jobs) const override;
  [[nodiscard]] std::uint64_t least_memory(const alignment_job& job) const override {
    return cpu_.least_memory(job);
  }

 private:
  using kept_jobs = std::vector<std::optional<kept_job>>;  // [jobs] nothing: the CPU does it

  [[nodiscard]] kept_jobs run_on_devices(std::span<const device_job> jobs) const;
  void run(std::span<const device_job> jobs, std::span<const std::size_t> mine, schedule_runner& on,
           kept_jobs& kept) const;
  void keep(kept_job made, std::optional<kept_job>& as) const;
  [[nodiscard]] std::vector<std::vector<std::size_t>> divide(std::span<const device_job> jobs) const;
  [[nodiscard]] std::unique_ptr<spliced::row_pass> finish(alignment_job job, kept_job kept) const;
  void warn(const std::string& what) const;

  cuda_options options_;
  spliced::simd_engine cpu_;
  mutable std::mutex devices_;  // one start() at a time
};

std::shared_ptr<const spliced::compiled_schedule> cuda_engine::compile(const spliced::problem& p,
                                                                       const row_schedule& schedule) const {
  try {  // checkpoints as often as the CPU's own passes: what lies between two of them the CPU computes again
    return std::make_shared<compiled_program>(make_program(p.graph, schedule, p.gaps, p.residue_ends,
                                                           spliced::checkpoints::usual_stride(schedule)));
  } catch (const std::invalid_argument&) {
    return nullptr;  // no program can say it
  }
}

// A device takes thousands at once, but so much faster than hosts prepare them that it need not be full: what counts is that
// hosts do not wait, and that what they prepare stays little. Fewer where rows would not fit: those of a job take some 60 MiB.
std::size_t cuda_engine::batch_size() const {
  constexpr std::size_t most = 256, fewest = 16, of_job = std::size_t{64} << 20;
  std::size_t n = 0;
  for (const auto& device : options_.devices) n += std::clamp(device->memory() / 2 / of_job, fewest, most);
  return n;
}

std::vector<started_pass> cuda_engine::start(std::span<const alignment_job> jobs) const {
  std::vector<device_job> taken;
  std::vector<std::size_t> place(jobs.size(), SIZE_MAX);  // in `taken`
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    if (jobs[j].control != nullptr) jobs[j].control->throw_if_stopped();
    const auto* compiled = dynamic_cast<const compiled_program*>(jobs[j].compiled);
    if (compiled == nullptr || jobs[j].is_exact) continue;
    place[j] = taken.size();
    taken.push_back({jobs[j].of, jobs[j].schedule, &compiled->program, jobs[j].control});
  }
  kept_jobs kept = run_on_devices(taken);
  std::vector<started_pass> started;
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    std::optional<kept_job> rows;
    if (place[j] != SIZE_MAX) rows = std::move(kept[place[j]]);
    started.push_back(
        std::async(std::launch::deferred, [this, job = jobs[j], rows = std::move(rows)]() mutable {
          return rows ? finish(job, std::move(*rows)) : cpu_.align(job);
        }));
  }
  return started;
}

// A thread for each device but the first, which this one waits for.
cuda_engine::kept_jobs cuda_engine::run_on_devices(std::span<const device_job> jobs) const {
  kept_jobs kept(jobs.size());
  const auto shares = divide(jobs);
  const std::lock_guard lock(devices_);
  const auto run_share = [&](std::size_t d) { run(jobs, shares[d], *options_.devices[d], kept); };
  std::vector<std::future<void>> others;
  for (std::size_t d = 1; d < shares.size(); ++d)
    if (!shares[d].empty())
      others.push_back(std::async(std::launch::async | std::launch::deferred, run_share, d));
  run_share(0);
  for (auto& each : others) each.get();
  return kept;
}

// By what they cost, the dearest first, each to the device that has least to do.
std::vector<std::vector<std::size_t>> cuda_engine::divide(std::span<const device_job> jobs) const {
  const auto cost_of = [&](std::size_t j) {
    return jobs[j].program->words.size() * (jobs[j].of.n_columns() + 64);
  };
  std::vector<std::size_t> dearest_first(jobs.size());
  std::iota(dearest_first.begin(), dearest_first.end(), 0);
  std::ranges::stable_sort(dearest_first, std::greater<>{}, cost_of);
  std::vector<std::vector<std::size_t>> shares(options_.devices.size());
  std::vector<std::uint64_t> load(shares.size(), 0);
  for (const std::size_t j : dearest_first) {
    const auto least = static_cast<std::size_t>(std::ranges::min_element(load) - load.begin());
    shares[least].push_back(j);
    load[least] += cost_of(j);
  }
  return shares;
}

void cuda_engine::run(std::span<const device_job> jobs, std::span<const std::size_t> mine,
                      schedule_runner& on, kept_jobs& kept) const {
  std::vector<device_job> here;
  for (const std::size_t j : mine) here.push_back(jobs[j]);
  const auto run_shapes = [&](jobs_by_shape all) {
    for (auto& [key, shaped] : all) try {
        for (const shaped_job& each : shaped)
          if (const auto* control = here[each.index].control) control->throw_if_stopped();
        const launch_results results = on.run(here, shaped, true, nullptr);
        for (std::size_t k = 0; k < shaped.size(); ++k)
          keep(kept_job::of(here[shaped[k].index], shaped[k], results, k), kept[mine[shaped[k].index]]);
      } catch (const device_failure& error) {  // of this shape; others may do
        warn(error.what());
      }
  };
  std::vector<std::size_t> wide;
  run_shapes(shape_jobs(here, wide));
  run_shapes(shape_wide_jobs(here, wide));
}

void cuda_engine::keep(kept_job made, std::optional<kept_job>& as) const {
  made.on_loss = [this](const std::string& what) { warn(what); };
  as = std::move(made);
}

std::unique_ptr<spliced::row_pass> cuda_engine::finish(alignment_job job, kept_job kept) const {
  spliced::check_score_range(job);
  try {
    auto pass = make_pass(job, std::move(kept));
    const spliced::score total = pass->end().total;
    if (!spliced::is_reachable(total) || total > pass->exact_above()) return pass;
    job.planned = nullptr;                     // this pass was counted
  } catch (const spliced::rows_lost&) {        // it was told
  } catch (const spliced::memory_exceeded&) {  // checkpoints that are far apart take more than the CPU's own
  }
  return cpu_.align(job);
}

void cuda_engine::warn(const std::string& what) const {
  if (options_.warn) options_.warn(what + "; the CPU does what was to be done");
}

}  // namespace

std::unique_ptr<spliced::engine> make_cuda_engine(cuda_options options) {
  return std::make_unique<cuda_engine>(std::move(options));
}

}  // namespace exonweave::gpu
