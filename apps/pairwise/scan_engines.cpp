#include "pairwise/scan_engines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/files/report.hpp"
#include "gpu/device/devices.hpp"
#include "pairwise/gpu/scan_engines.hpp"
#include "pairwise/scan/parasail_scan.hpp"
#include "shell/device_options.hpp"

namespace exonweave::apps {
namespace {

constexpr auto on_cpu = "scan-cpu";

spliced::scan_registry scan_engines(const scan_engine_options& options) {
  spliced::scan_registry made;
  made.add({on_cpu}, [n = options.n_threads] { return spliced::make_parasail_scan(n); });
  gpu::gpu_options on_gpu;
  on_gpu.devices = options.devices;
  gpu::add_scan_engines(made, on_gpu, options.n_threads);
  return made;
}

}  // namespace

std::string scan_engine_words() { return fmt::format("{}", fmt::join(scan_engines({}).names(), ", ")); }

void check_scan_engine(const scan_engine_options& options) {
  const auto names = scan_engines(options).names();
  const bool is_of_gpu = options.engine != on_cpu && options.engine != "auto";
  if (is_of_gpu && std::ranges::find(names, options.engine) == names.end())
    throw bad_usage(
        {.what = "--engine: unknown engine", .got = options.engine, .need = "one of auto, " + scan_engine_words()});
  if (!is_of_gpu && !options.devices.empty()) throw bad_usage({.what = "--devices without an --engine of GPUs"});
  if (is_of_gpu) check_devices(options.engine, options.devices);
}

std::unique_ptr<spliced::scan_engine> make_scan_engine(const scan_engine_options& options) {
  return scan_engines(options).make(options.engine);
}

void check_scan_scoring(const spliced::scan_engine& engine, const spliced::scan_scoring& scoring) {
  const std::string why = engine.refusal(scoring);
  if (!why.empty())
    throw bad_usage(
        {.what = fmt::format("--engine {}: {}", engine.name(), why), .hint = "--engine auto takes everything"});
}

}  // namespace exonweave::apps
