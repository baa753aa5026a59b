#include "gpu/engines/engines.hpp"

#include <future>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "gpu/device/devices.hpp"
#include "gpu/reference/literal_engine.hpp"
#include "gpu/strips/strip_pass.hpp"
#include "spliced/engine/simd/simd.hpp"

namespace exonweave::gpu {

namespace {

std::unique_ptr<spliced::engine> make_on(const gpu_options& options) {
  cuda_options made;
  made.warn = options.warn;
  const std::vector<int> devices = options.devices.empty() ? usable_devices() : options.devices;
  for (const int device : devices) made.devices.push_back(make_strip_runner(device));
  return make_cuda_engine(std::move(made));
}

}  // namespace

spliced::engine_registry make_engines(const gpu_options& options) {
  spliced::engine_registry made = spliced::cpu_engines();
  made.add(cuda_facts(), [options] { return make_on(options); });
  for (const parallelism how : {parallelism::inter, parallelism::intra})
    made.add(literal_facts(how), [how] { return make_literal_engine(how); });
  return made;
}

const spliced::engine_registry& known_engines() {
  static const spliced::engine_registry engines = make_engines();
  return engines;
}

namespace {

using spliced::alignment_job;
using spliced::row_schedule;
using spliced::started_pass;

class compiled_strips final : public spliced::compiled_schedule {
 public:
  explicit compiled_strips(strip_program made) : program(std::move(made)) {}
  [[nodiscard]] std::uint64_t bytes() const override { return program.bytes(); }

  strip_program program;
};

class cuda_engine final : public spliced::engine {
 public:
  explicit cuda_engine(cuda_options options) : options_(std::move(options)) {}

  [[nodiscard]] const spliced::engine_facts& facts() const override { return cuda_facts(); }
  [[nodiscard]] spliced::schedule_options schedule(const spliced::problem& input) const override;
  [[nodiscard]] std::shared_ptr<const spliced::compiled_schedule> compile(const spliced::problem& p,
                                                                          const row_schedule& schedule) const override;

  [[nodiscard]] std::unique_ptr<spliced::row_pass> align(const alignment_job& job) const override {
    return start(std::span(&job, 1)).front().get();
  }
  [[nodiscard]] bool is_slow(const spliced::problem& problem, const row_schedule& schedule) const override {
    return cpu_.is_slow(problem, schedule);
  }
  [[nodiscard]] std::size_t batch_size(const spliced::problem& problem) const override;
  [[nodiscard]] std::vector<started_pass> start(std::span<const alignment_job> jobs) const override;
  [[nodiscard]] std::uint64_t min_memory(const alignment_job& job) const override { return cpu_.min_memory(job); }
  [[nodiscard]] std::uint64_t ample_memory(const alignment_job& job) const override { return cpu_.ample_memory(job); }

 private:
  [[nodiscard]] std::vector<std::optional<spliced::best_end>> find_ends(std::span<const alignment_job> jobs) const;
  [[nodiscard]] std::vector<std::optional<spliced::best_end>> find_ends_on(std::span<const strip_job> jobs,
                                                                           strip_runner& device) const;

  cuda_options options_;
  spliced::simd_engine cpu_;
  mutable std::mutex devices_;  // one start() at a time
};

// Strips are made of whole runs, and of rows in the order of their steps: one at a time.
spliced::schedule_options cuda_engine::schedule(const spliced::problem& input) const {
  spliced::schedule_options made = cpu_.schedule(input);
  if (facts().scope.takes(input)) made.steps_at_once = 1;
  return made;
}

std::shared_ptr<const spliced::compiled_schedule> cuda_engine::compile(const spliced::problem& p,
                                                                       const row_schedule& schedule) const {
  auto strips = make_strip_program(p.graph, schedule, p.gaps, p.residue_ends);
  return strips ? std::make_shared<compiled_strips>(std::move(*strips)) : nullptr;
}

// Strips leave little, and fill a device only when they are many: nobody prepares long for them.
std::size_t cuda_engine::batch_size(const spliced::problem& problem) const {
  return facts().scope.takes(problem) ? facts().jobs_at_once * options_.devices.size() : 1;
}

std::vector<started_pass> cuda_engine::start(std::span<const alignment_job> jobs) const {
  const auto ends = find_ends(jobs);
  std::vector<started_pass> started;
  for (std::size_t j = 0; j < jobs.size(); ++j)
    started.push_back(
        std::async(std::launch::deferred, [this, job = jobs[j], end = ends[j]]() -> std::unique_ptr<spliced::row_pass> {
          check_refusal(*this, job);
          if (end) return std::make_unique<scored_pass>(job, *end, cpu_);
          return cpu_.align(job);
        }));
  return started;
}

// [jobs] Nothing where no device finds it.
std::vector<std::optional<spliced::best_end>> cuda_engine::find_ends(std::span<const alignment_job> jobs) const {
  std::vector<std::size_t> places;  // in jobs
  std::vector<strip_job> requested;
  std::vector<std::uint64_t> costs;
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    const alignment_job& job = jobs[j];
    if (job.control != nullptr) job.control->throw_if_stopped();
    const auto* const strips = dynamic_cast<const compiled_strips*>(job.compiled);
    if (strips == nullptr || !job.wants_end || job.is_exact || !refusal(job.input).empty()) continue;
    places.push_back(j);
    requested.push_back({job.input, &strips->program, job.control});
    costs.push_back(cost_of(requested.back()));
  }
  std::vector<std::optional<spliced::best_end>> found(jobs.size());
  const device_shares shares = share_jobs(costs, options_.devices.size());
  const std::lock_guard lock(devices_);
  run_shares(shares, [&](std::size_t d) {
    std::vector<strip_job> mine;
    for (const std::size_t k : shares[d]) mine.push_back(requested[k]);
    const auto of_mine = find_ends_on(mine, *options_.devices[d]);
    for (std::size_t k = 0; k < mine.size(); ++k) found[places[shares[d][k]]] = of_mine[k];
  });
  return found;
}

std::vector<std::optional<spliced::best_end>> cuda_engine::find_ends_on(std::span<const strip_job> jobs,
                                                                        strip_runner& device) const {
  try {
    return find_strip_ends(jobs, device);
  } catch (const device_failure& error) {
    if (options_.warn) options_.warn(std::string(error.what()) + "; the CPU does the rest");
    return std::vector<std::optional<spliced::best_end>>(jobs.size());
  }
}

}  // namespace

const spliced::engine_facts& cuda_facts() {
  static const spliced::engine_facts facts{.name = "cuda",
                                           .is_of_gpu = true,
                                           .is_automatic = true,
                                           .takes_devices = true,
                                           .scope = {.nucleotides_alone = true, .linear_gaps_alone = true},
                                           .substitute = spliced::simd_engine::known().name,
                                           .jobs_at_once = 4096,
                                           .memory_per_thread = std::uint64_t{4} << 30,
                                           .may_sweep = spliced::simd_engine::known().may_sweep};
  return facts;
}

std::unique_ptr<spliced::engine> make_cuda_engine(cuda_options options) {
  return std::make_unique<cuda_engine>(std::move(options));
}

}  // namespace exonweave::gpu
