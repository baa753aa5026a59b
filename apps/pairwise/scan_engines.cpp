#include "pairwise/scan_engines.hpp"

#include <fmt/format.h>

#include "base/files/report.hpp"
#include "gpu/device/devices.hpp"
#include "pairwise/engine/pairwise_engine.hpp"
#include "pairwise/engine_words.hpp"
#include "pairwise/gpu/pairwise_engines.hpp"
#include "shell/device_options.hpp"

namespace exonweave::apps {
void check_scan_engine(const scan_engine_options& options) {
  const spliced::scan_registry engines = gpu::scan_engines();
  const pairwise_engine* const asked = engines.find(options.engine);
  if (options.engine != "auto" && asked == nullptr)
    throw bad_usage(
        {.what = "--engine: unknown engine", .got = options.engine, .need = "one of auto, " + engine_words("scan")});
  const bool is_of_gpu = asked != nullptr && asked->is_of_gpu;
  if (!is_of_gpu && !options.devices.empty()) throw bad_usage({.what = "--devices without an --engine of GPUs"});
  if (is_of_gpu) check_devices(options.engine, options.devices);
}

std::unique_ptr<spliced::scan_engine> make_scan_engine(const scan_engine_options& options) {
  return gpu::scan_engines({.devices = options.devices, .warn = {}}, options.n_threads).make(options.engine);
}

void check_scan_scoring(const spliced::scan_engine& engine, const spliced::scan_scoring& scoring) {
  const std::string why = engine.refusal(scoring);
  if (!why.empty())
    throw bad_usage(
        {.what = fmt::format("--engine {}: {}", engine.facts().name, why), .hint = "--engine auto takes everything"});
}

}  // namespace exonweave::apps
