#include "pairwise/engine_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/files/report.hpp"
#include "cli/device_options.hpp"
#include "pairwise/gpu/pairwise_engines.hpp"

namespace exonweave::apps {
namespace {

std::string engine_words(std::string_view command, bool of_gpu_alone) {
  std::vector<std::string_view> names;
  for (const pairwise_engine& engine : gpu::pairwise_engines())
    if (engine.command == command && (engine.is_of_gpu || !of_gpu_alone)) names.push_back(engine.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

void add_engine_options(CLI::App& app, std::string_view command, pairwise_engine_options& options) {
  std::vector<named_engine> engines;
  for (const pairwise_engine& each : gpu::pairwise_engines())
    if (each.command == command) engines.push_back({each.name, each.is_automatic});
  add_engine_option(app, options.engine, engines, "Engine that computes the alignments (default: auto)");
  add_devices_option(app, options.devices, engine_words(command, true));
}

void check_engine_options(std::string_view command, const pairwise_engine_options& options) {
  const pairwise_engine* const requested = gpu::find_pairwise_engine(command, options.engine);
  if (options.engine != "auto" && requested == nullptr)
    throw bad_usage({.what = "--engine: unknown engine",
                     .got = options.engine,
                     .need = "one of auto, " + engine_words(command, false)});
  const bool is_of_gpu = requested != nullptr && requested->is_of_gpu;
  if (!is_of_gpu && !options.devices.empty()) throw bad_usage({.what = "--devices without an --engine of GPUs"});
  if (is_of_gpu) check_devices(options.engine, options.devices);
}

void refuse_scoring(std::string_view engine, const std::string& refusal) {
  if (refusal.empty()) return;
  throw bad_usage({.what = fmt::format("--engine {}: {}", engine, refusal), .hint = "--engine auto takes everything"});
}

}  // namespace exonweave::apps
