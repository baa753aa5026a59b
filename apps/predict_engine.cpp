#include "predict_engine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/devices.hpp"
#include "gpu/engines.hpp"
#include "spliced/engine/engine_registry.hpp"

namespace exonweave::apps {
namespace {

const spliced::engine_registry& all_engines() {
  static const spliced::engine_registry engines = [] {
    spliced::engine_registry made = spliced::cpu_engines();
    gpu::add_engines(made);
    return made;
  }();
  return engines;
}

// Without a usable GPU that is what to say first.
void check_device(const std::string& name) {
  const std::string none = gpu::discover().why_none;
  if (!none.empty())
    throw no_usable_device({{}, "--engine " + name + ": " + none, "", "", "--engine auto runs on the CPU"});
}

}  // namespace

void check_engine(const predict_options& options) {
  if (options.engine == "auto") return;
  if (options.engine.starts_with("cuda")) check_device(options.engine);
  const auto names = all_engines().names();
  if (std::ranges::find(names, options.engine) != names.end()) return;
  std::string known = "auto";
  for (const auto& name : names) known += ", " + std::string(name);
  throw bad_usage({{}, "--engine: unknown engine", options.engine, "one of " + known, ""});
}

// One engine suits all inputs so far.
std::unique_ptr<spliced::engine> choose_engine(const predict_options& options,
                                               const predict_inputs& /*read*/) {
  return all_engines().make(options.engine == "auto" ? "simd" : options.engine);
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
