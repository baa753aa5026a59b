#include "predict_engine.hpp"

#include <algorithm>

#include "gpu/devices.hpp"
#include "spliced/engine/engine_registry.hpp"

namespace exonweave::apps {
namespace {

// The engines that will run on a GPU, by the names they will have: without a usable GPU that is what to say first.
[[noreturn]] void refuse_gpu_engine(const std::string& name) {
  const std::string none = gpu::discover().why_none;
  throw no_usable_device(
      {{},
       "--engine " + name + ": " + (none.empty() ? "this version has no engine for GPUs" : none),
       "",
       "",
       "--engine auto runs on the CPU"});
}

}  // namespace

void check_engine(const predict_options& options) {
  if (options.engine == "auto") return;
  if (options.engine.starts_with("cuda")) refuse_gpu_engine(options.engine);
  const auto& names = spliced::cpu_engines().names();
  if (std::ranges::find(names, options.engine) != names.end()) return;
  std::string known = "auto";
  for (const auto& name : names) known += ", " + std::string(name);
  throw bad_usage({{}, "--engine: unknown engine", options.engine, "one of " + known, ""});
}

// One engine suits all inputs so far.
std::unique_ptr<spliced::engine> choose_engine(const predict_options& options,
                                               const predict_inputs& /*read*/) {
  return spliced::cpu_engines().make(options.engine == "auto" ? "simd" : options.engine);
}

}  // namespace exonweave::apps
