#include "predict_engine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "device_options.hpp"
#include "exons/calibration/known_engines.hpp"
#include "gpu/device_failure.hpp"
#include "gpu/devices.hpp"
#include "gpu/engines.hpp"
#include "spliced/engine/engine_registry.hpp"

namespace exonweave::apps {
namespace {

spliced::engine_registry all_engines(const gpu::gpu_options& options) {
  spliced::engine_registry made = spliced::cpu_engines();
  gpu::add_engines(made, options);
  return made;
}

}  // namespace

std::vector<std::string> usable_gpus() {
  std::vector<std::string> names;
  for (const gpu::device_info& each : gpu::discover().devices)
    if (each.why_unusable.empty()) names.push_back(each.name);
  return names;
}

void engine_warnings::add(const std::string& what) {
  const std::lock_guard lock(mutex_);
  told_.push_back(what);
}

void engine_warnings::tell(report& problems) const {
  for (const std::string& what : told_) problems.warn({{}, what, "", "", ""});
}

void check_engine(const predict_options& options) {
  if (!options.devices.empty() && options.engine != "cuda")
    throw bad_usage({{}, "--devices without --engine cuda", "", "", ""});
  if (options.engine == "auto") return;
  const auto names = all_engines({}).names();
  const bool is_known = std::ranges::find(names, options.engine) != names.end();
  if (is_known && known_engine_of(options.engine).is_of_gpu) check_devices(options.engine, options.devices);
  if (is_known) return;
  std::string known = "auto";
  for (const auto& name : names) known += ", " + std::string(name);
  throw bad_usage({{}, "--engine: unknown engine", options.engine, "one of " + known, ""});
}

namespace {

// Less than a GPU takes to be asked for.
bool is_little(const predict_options& options, const predict_inputs& read, double scale) {
  constexpr double cells_of_thread = 1e9;
  double n_cells = 0;
  for (const alignment_case& each : read.cases)
    n_cells += static_cast<double>(count_cells(each, read.targets));
  return scale * n_cells < cells_of_thread * options.threads.of_run;
}

}  // namespace

std::unique_ptr<spliced::engine> choose_engine(const predict_options& options, const predict_inputs& read,
                                               engine_warnings& warnings, double scale,
                                               const std::function<engine_seconds()>& expected) {
  const auto warn = [&warnings](const std::string& what) { warnings.add(what); };
  const spliced::engine_registry engines = all_engines({options.devices, warn});
  if (options.engine != "auto") return engines.make(options.engine);
  auto on_cpu = engines.make("simd");
  const bool is_done = !options.parts.empty();                     // by parts, which merge puts together
  const bool is_for_cpu = read.targets.kind == molecule::protein;  // GPUs score nucleotides
  if (is_done || is_for_cpu || is_little(options, read, scale) || !gpu::has_driver()) return on_cpu;
  const engine_seconds seconds = expected();
  if (seconds.simd <= seconds.cuda || !gpu::discover().why_none.empty()) return on_cpu;
  try {
    return engines.make("cuda");
  } catch (const gpu::device_failure& error) {  // nobody asked for it
    warn(std::string(error.what()) + "; the CPU does all");
  }
  return on_cpu;
}

void check_scoring(const spliced::engine& engine, const chain_scoring& scoring) {
  const std::string why = engine.refusal(
      {{}, {}, &scoring.substitution, scoring.gaps, scoring.free_target_ends, scoring.residue_ends});
  if (why.empty()) return;
  throw bad_usage({{},
                   fmt::format("--engine {}: {}", engine.name(), why),
                   "",
                   "",
                   "--preset paper with nucleotide targets suits it; --engine auto takes everything"});
}

}  // namespace exonweave::apps
