#include "gpu/cuda_engine.hpp"

#include <algorithm>
#include <future>
#include <mutex>
#include <stdexcept>

#include "gpu/device_failure.hpp"
#include "gpu/device_shares.hpp"
#include "gpu/schedule/row_launches.hpp"
#include "gpu/strips/scored_pass.hpp"
#include "gpu/strips/strip_pass.hpp"
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

class compiled_strips final : public spliced::compiled_schedule {
 public:
  explicit compiled_strips(strip_program made) : program(std::move(made)) {}
  [[nodiscard]] std::uint64_t bytes() const override { return program.bytes(); }

  strip_program program;
};

std::unique_ptr<spliced::row_pass> make_pass(const alignment_job& job, kept_job kept) {
  const auto values = spliced::tile_values(job.of, *job.schedule);
  auto machine = spliced::make_tile_machine(
      job.of, *job.schedule, values.value_or(spliced::lane_values::wide()), values.has_value());
  return std::make_unique<spliced::block_pass>(
      job.of, *job.schedule, std::move(machine), std::make_unique<device_pass>(std::move(kept)),
      spliced::block_pass_options{job.memory, job.control, job.planned});
}

bool may_have_strips(const spliced::problem& of) {
  return of.substitution->n_codes() == spliced::n_dna_codes && of.gaps.open == 0 && !of.residue_ends;
}

// What devices do of some jobs, and what each of these costs.
template <class Job>
struct device_part {
  std::vector<std::size_t> places{};  // in all jobs
  std::vector<Job> jobs{};
  std::vector<std::uint64_t> costs{};

  void add(std::size_t place, const Job& job) {
    places.push_back(place);
    jobs.push_back(job);
    costs.push_back(cost_of(job));
  }
};

// What they found.
struct device_finds {
  std::vector<std::optional<kept_job>> rows;           // [jobs]
  std::vector<std::optional<spliced::best_end>> ends;  // [jobs]
};

class cuda_engine final : public spliced::engine {
 public:
  explicit cuda_engine(cuda_options options)
      : options_(std::move(options)), on_failure_([this](const std::string& what) { warn(what); }) {}

  [[nodiscard]] std::string_view name() const override { return "cuda"; }
  [[nodiscard]] spliced::schedule_options schedule(const spliced::problem& of) const override;
  [[nodiscard]] std::shared_ptr<const spliced::compiled_schedule> compile(
      const spliced::problem& p, const row_schedule& schedule) const override;

  [[nodiscard]] std::unique_ptr<spliced::row_pass> align(const alignment_job& job) const override {
    return start(std::span(&job, 1)).front().get();
  }
  [[nodiscard]] bool is_slow(const spliced::problem& of, const row_schedule& schedule) const override {
    return cpu_.is_slow(of, schedule);
  }
  [[nodiscard]] std::size_t batch_size(const spliced::problem& of) const override;
  [[nodiscard]] std::vector<started_pass> start(std::span<const alignment_job> jobs) const override;
  [[nodiscard]] std::uint64_t least_memory(const alignment_job& job) const override {
    return cpu_.least_memory(job);
  }
  [[nodiscard]] std::uint64_t ample_memory(const alignment_job& job) const override {
    return cpu_.ample_memory(job);
  }

 private:
  template <class Job, class Found, class Run>
  void run(const device_part<Job>& part, const Run& on_device, std::vector<Found>& found) const;
  [[nodiscard]] std::vector<std::optional<spliced::best_end>> find_ends(std::span<const strip_job> jobs,
                                                                        strip_runner& on) const;
  [[nodiscard]] std::unique_ptr<spliced::row_pass> finish(alignment_job job, kept_job kept) const;
  void warn(const std::string& what) const;

  cuda_options options_;
  failure_listener on_failure_;
  spliced::simd_engine cpu_;
  mutable std::mutex devices_;  // one start() at a time
};

// Whole runs where strips may be made of them. Devices tell of rows in the order of their steps: one at a time.
spliced::schedule_options cuda_engine::schedule(const spliced::problem& of) const {
  spliced::schedule_options made;
  if (may_have_strips(of)) made = cpu_.schedule(of);
  made.steps_at_once = 1;
  return made;
}

std::shared_ptr<const spliced::compiled_schedule> cuda_engine::compile(const spliced::problem& p,
                                                                       const row_schedule& schedule) const {
  if (auto strips = make_strip_program(p.graph, schedule, p.gaps, p.residue_ends))
    return std::make_shared<compiled_strips>(std::move(*strips));
  try {  // checkpoints as often as the CPU's own passes: what lies between two of them the CPU computes again
    return std::make_shared<compiled_program>(make_program(p.graph, schedule, p.gaps, p.residue_ends,
                                                           spliced::checkpoints::usual_stride(schedule)));
  } catch (const std::invalid_argument&) {
    return nullptr;  // no program can say it
  }
}

// A device takes thousands at once, but so much faster than hosts prepare them that it need not be full: what counts is that
// hosts do not wait, and that what they prepare stays little. Fewer where rows would not fit: those of a job take some 60 MiB.
// Strips leave little, and fill a device only when they are many: nobody prepares long for them.
std::size_t cuda_engine::batch_size(const spliced::problem& of) const {
  constexpr std::size_t most = 256, fewest = 16, of_job = std::size_t{64} << 20, of_strips = 4096;
  if (may_have_strips(of)) return of_strips * options_.devices.size();
  std::size_t n = 0;
  for (const auto& device : options_.devices)
    n += std::clamp(device.schedules->memory() / 2 / of_job, fewest, most);
  return n;
}

std::vector<started_pass> cuda_engine::start(std::span<const alignment_job> jobs) const {
  device_part<device_job> of_rows;
  device_part<strip_job> of_ends;
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    const alignment_job& job = jobs[j];
    if (job.control != nullptr) job.control->throw_if_stopped();
    if (job.is_exact || !refusal(job.of).empty()) continue;
    if (const auto* made = dynamic_cast<const compiled_program*>(job.compiled))
      of_rows.add(j, {job.of, job.schedule, &made->program, job.control});
    else if (const auto* strips = dynamic_cast<const compiled_strips*>(job.compiled); strips && job.wants_end)
      of_ends.add(j, {job.of, &strips->program, job.control});
  }
  device_finds found{std::vector<std::optional<kept_job>>(jobs.size()),
                     std::vector<std::optional<spliced::best_end>>(jobs.size())};
  {
    const std::lock_guard lock(devices_);
    run(
        of_rows,
        [&](const auto& mine, const cuda_device& on) {
          return launch_for_rows(mine, *on.schedules, on_failure_);
        },
        found.rows);
    run(
        of_ends, [&](const auto& mine, const cuda_device& on) { return find_ends(mine, *on.strips); },
        found.ends);
  }
  std::vector<started_pass> started;
  for (std::size_t j = 0; j < jobs.size(); ++j)
    started.push_back(std::async(std::launch::deferred,
                                 [this, job = jobs[j], rows = std::move(found.rows[j]),
                                  end = found.ends[j]]() mutable -> std::unique_ptr<spliced::row_pass> {
                                   check_refusal(*this, job);
                                   if (rows) return finish(job, std::move(*rows));
                                   if (end) return std::make_unique<scored_pass>(job, *end, cpu_);
                                   return cpu_.align(job);
                                 }));
  return started;
}

// Each device its share of the jobs; on_device finds something for each of them, or nothing.
template <class Job, class Found, class Run>
void cuda_engine::run(const device_part<Job>& part, const Run& on_device, std::vector<Found>& found) const {
  const device_shares shares = share_jobs(part.costs, options_.devices.size());
  run_shares(shares, [&](std::size_t d) {
    std::vector<Job> mine;
    for (const std::size_t k : shares[d]) mine.push_back(part.jobs[k]);
    auto of_mine = on_device(mine, options_.devices[d]);
    for (std::size_t k = 0; k < mine.size(); ++k) found[part.places[shares[d][k]]] = std::move(of_mine[k]);
  });
}

std::vector<std::optional<spliced::best_end>> cuda_engine::find_ends(std::span<const strip_job> jobs,
                                                                     strip_runner& on) const {
  try {
    return find_strip_ends(jobs, on);
  } catch (const device_failure& error) {
    warn(error.what());
    return std::vector<std::optional<spliced::best_end>>(jobs.size());
  }
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
