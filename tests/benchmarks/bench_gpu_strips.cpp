// The score pass of a device on the paper's cases (Nolasco and Moreano 2014), simulated: strips of DNA candidates with
// linear gaps, beside `simd` on one core of the same host.
//
//   bench_gpu_strips [--repeats N] [--copies N] [--seed N] [--devices N] [PROFILE ...]
//                     5             1            1          1             il1rapl1 nolasco2014
//
// Targets on the same strand of a sequence share its candidates, as they do in `predict`. --copies: each alignment so
// many times in the batch, with rows and results of its own. --devices: alignments are divided among the first N by
// what they cost, each with a thread of the host; the kernels' time is that of the device that takes longest.
//
// - kernel: the sum of the times of a pass's launches by the device's clock; run(): all of find_strip_ends, wall time
//   of the host, with pairing, ordering, copies and reading the results. Medians of the repeats, behind one run that is
//   not counted;
// - making: strip programs of all graphs, CPU time of one thread. Graphs and schedules come before both engines,
//   untimed;
// - simd: engine::align of each case once, one after the other on one thread while nothing else runs, its CPU time,
//   checkpoints included.
//
// TCUPS are the paper's Eq. 3 cells (n * sum |b_k|), whatever was computed; rows: computed ones. All runs of the device
// must agree, and with `simd` in total and column: else exit code 1. Without a usable GPU: exit code 69.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/device_runs.hpp"
#include "benchmarks/paper_cases.hpp"
#include "exons/solving/region_problem.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/strips/strip_pass.hpp"
#include "spliced/engines/engine_registry.hpp"

namespace {

using namespace exonweave;
using namespace exonweave::benchmarks;

constexpr std::uint64_t core_memory = std::uint64_t{1} << 30;  // bytes

struct bench_options {
  std::size_t repeats = 5, copies = 1, seed = 1, devices = 1;
  std::vector<std::string> profiles{};
};

// The strand of a sequence with what both engines need.
struct bench_strand {
  std::unique_ptr<region_problem> problem;
  std::optional<gpu::strip_program> program{};
};

// The cases of a profile, `copies` times.
class bench_batch {
 public:
  bench_batch(const std::string& profile, const bench_options& options)
      : scoring_(benchmarks::paper_scoring()), simd_(spliced::cpu_engines().make("simd")) {
    const simulation made = simulate(plan_profile(profile, options.seed), options.seed);
    const solver_settings settings{.engine = simd_.get()};
    const memory_budget memory({.usable = core_memory});
    for (const simulated_target& target : made.targets) {
      bench_strand& strand = strands_[{target.sequence, target.on == strand::forward}];
      if (!strand.problem)
        strand.problem =
            std::make_unique<region_problem>(benchmarks::material_of(made, target), scoring_, settings, memory);
      targets_.push_back(spliced::encode_dna(target.cds.residues));
      on_.push_back(&strand);
    }
  }

  void make_programs() {
    for (auto& [name, strand] : strands_) {
      const region_problem& problem = *strand.problem;
      strand.program =
          gpu::make_strip_program(problem.graph(), problem.schedule(), scoring_.gaps, scoring_.residue_ends);
    }
  }

  [[nodiscard]] std::size_t n_cases() const { return targets_.size(); }
  [[nodiscard]] std::size_t n_strands() const { return strands_.size(); }
  [[nodiscard]] gpu::strip_job job(std::size_t k) const {
    return {scoring_.problem_on(on_[k]->problem->graph(), targets_[k]), &on_[k]->program.value()};
  }
  [[nodiscard]] double eq3_cells() const {
    double sum = 0;
    for (std::size_t k = 0; k < n_cases(); ++k)
      sum += static_cast<double>(on_[k]->problem->eq3_rows() * targets_[k].size());
    return sum;
  }
  [[nodiscard]] double computed_cells() const {
    double sum = 0;
    for (std::size_t k = 0; k < n_cases(); ++k)
      sum += static_cast<double>(spliced::count_rows(on_[k]->problem->graph()) * targets_[k].size());
    return sum;
  }
  [[nodiscard]] spliced::best_end run_core(std::size_t k) const {
    return simd_
        ->align({scoring_.problem_on(on_[k]->problem->graph(), targets_[k]), &on_[k]->problem->schedule(), core_memory})
        ->end();
  }

 private:
  chain_scoring scoring_;
  std::unique_ptr<spliced::engine> simd_;
  std::map<std::pair<std::string, bool>, bench_strand> strands_;
  std::vector<std::vector<spliced::residue_code>> targets_;  // [cases]
  std::vector<const bench_strand*> on_;                      // [cases]
};

using strip_devices = std::vector<std::unique_ptr<gpu::strip_runner>>;

device_result<gpu::launch_times> run_device(const strip_devices& on, const std::vector<gpu::strip_job>& jobs,
                                            std::size_t repeats) {
  return run_on_devices<gpu::launch_times>(
      on, jobs, repeats,
      [](const auto& mine, gpu::strip_runner& device, gpu::launch_times& times) {
        return gpu::find_strip_ends(mine, device, &times);
      },
      [](const gpu::launch_times& times) { return times.kernel_ms; });
}

// CPU seconds of all cases.
double run_core(const bench_batch& batch, const std::vector<std::optional<spliced::best_end>>& found) {
  return cpu_seconds_of([&] {
    for (std::size_t k = 0; k < batch.n_cases(); ++k)
      if (const auto expected = batch.run_core(k); !is_same(found[k], expected))
        throw std::logic_error(fmt::format("case {}: {} at column {} on the device, {} at {} with simd", k,
                                           found[k] ? found[k]->total : 0, found[k] ? found[k]->column : 0,
                                           expected.total, expected.column));
  });
}

void measure(const strip_devices& on, const std::string& profile, const bench_options& options) {
  bench_batch batch(profile, options);
  const double making_s = cpu_seconds_of([&] { batch.make_programs(); });
  std::vector<gpu::strip_job> jobs;
  for (std::size_t copy = 0; copy < options.copies; ++copy)
    for (std::size_t k = 0; k < batch.n_cases(); ++k) jobs.push_back(batch.job(k));
  const auto device = run_device(on, jobs, options.repeats);
  const double core_s = run_core(batch, device.ends);
  const auto copies = static_cast<double>(options.copies);
  const double cells = batch.eq3_cells() * copies;
  fmt::print("| {} | {} | {} | {:.3f} | {:.3f} ", profile, jobs.size(), batch.n_strands(), cells / 1e9,
             batch.computed_cells() * copies / 1e9);
  fmt::print("| {:.3f} | {:.2f} | {:.3f} | {:.3f} | {} | {:.1f} ", device.kernel_ms, device.run_ms,
             cells / device.kernel_ms / 1e9, cells / device.run_ms / 1e9, device.times.n_launches, 1e3 * making_s);
  fmt::print("| {:.3f} | {:.2f} | {:.0f} | {:.0f} |\n", core_s, cells / copies / core_s / 1e9,
             core_s * copies * 1e3 / device.kernel_ms, core_s * copies * 1e3 / device.run_ms);
  std::fflush(stdout);
}

bench_options read_options(int argc, char** argv) {
  bench_options read;
  const std::map<std::string, std::size_t*> counts{
      {"--repeats", &read.repeats}, {"--copies", &read.copies}, {"--seed", &read.seed}, {"--devices", &read.devices}};
  for (int a = 1; a < argc; ++a) {
    const std::string argument = argv[a];
    if (const auto count = counts.find(argument); count != counts.end() && a + 1 < argc)
      *count->second = std::max<std::size_t>(1, std::stoull(argv[++a]));
    else if (argument.starts_with("--"))
      throw std::invalid_argument("unknown option, or one without a value: " + argument);
    else
      read.profiles.push_back(argument);
  }
  if (read.profiles.empty()) read.profiles = {"il1rapl1", "nolasco2014"};
  return read;
}

void run(const bench_options& options) {
  for (const gpu::device_info& device : gpu::discover().devices)
    if (device.why_unusable.empty())
      fmt::print("device {}: {}, {} multiprocessors\n", device.index, device.name, device.multiprocessors);
  fmt::print("medians of {} runs on {} of them\n\n", options.repeats, options.devices);
  fmt::print(
      "| cases | alignments | strands | Eq. 3 cells, 1e9 | computed, 1e9 | kernel ms | run() ms | TCUPS, "
      "kernel "
      "| TCUPS, run() | launches | making, ms | simd, s for each case once | simd GCUPS | kernel / core "
      "| run() / core |\n|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  const strip_devices on = make_on_devices(options.devices, gpu::make_strip_runner);
  for (const std::string& profile : options.profiles) measure(on, profile, options);
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int no_gpu = 69;
  try {
    const bench_options options = read_options(argc, argv);
    if (const std::string none = gpu::discover().why_none; !none.empty()) {
      fmt::print(stderr, "bench_gpu_strips: no usable GPU: {}\n", none);
      return no_gpu;
    }
    run(options);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_gpu_strips: {}\n", error.what());
    return 1;
  }
}
