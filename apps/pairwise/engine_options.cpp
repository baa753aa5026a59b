#include "pairwise/engine_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <type_traits>
#include <utility>

#include "base/files/report.hpp"
#include "cli/device_options.hpp"
#include "gpu/device/devices.hpp"
#include "pairwise/align/align_engine.hpp"
#include "pairwise/engine/pairwise_engine.hpp"
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

namespace {

class engine_and_next final : public align_engine {
 public:
  engine_and_next(std::unique_ptr<align_engine> first, std::unique_ptr<align_engine> next, engine_warnings& warnings)
      : first_(std::move(first)), next_(std::move(next)), warnings_(warnings) {}

  [[nodiscard]] const pairwise_engine& facts() const override { return first_->facts(); }
  [[nodiscard]] global_alignment align(const align_request& request) const override {
    return with_either([&](const align_engine& engine) { return engine.align(request); });
  }
  [[nodiscard]] bool is_for_batch(std::size_t query_length, std::size_t target_length,
                                  const align_scoring& scoring) const override {
    return works_ && first_->is_for_batch(query_length, target_length, scoring);
  }
  [[nodiscard]] std::vector<global_alignment> align_all(std::span<const align_request> requests) const override {
    return with_either([&](const align_engine& engine) { return engine.align_all(requests); });
  }

 private:
  template <class Work>
  [[nodiscard]] std::invoke_result_t<Work, const align_engine&> with_either(const Work& work) const {
    const auto on_gpu = [&] { return work(*first_); };
    const auto on_cpu = [&] { return work(*next_); };
    if (!works_) return on_cpu();
    const auto with_memory = [&] {  // others may have room
      const auto warn = [this](const std::string& what) { warnings_.add(what); };
      return gpu::on_gpu_or_cpu<gpu::device_memory_exceeded>("aligns instead", warn, on_gpu, on_cpu);
    };
    const auto give_up = [this](const std::string& what) {
      works_ = false;
      warnings_.add(what);
    };
    return gpu::on_gpu_or_cpu("aligns all that is left", give_up, with_memory, on_cpu);
  }

  std::unique_ptr<align_engine> first_;
  std::unique_ptr<align_engine> next_;
  engine_warnings& warnings_;
  mutable std::atomic<bool> works_ = true;
};

// Those of GPUs that `auto` may take. The published ones show what their authors saw, or fail.
bool is_for_use(const pairwise_engine& engine) { return engine.is_of_gpu && engine.is_automatic; }

std::unique_ptr<align_engine> make_chosen(const align_registry& engines, const std::string& name, bool is_automatic,
                                          engine_warnings& warnings) {
  if (!is_automatic) return engines.make(name);
  const auto warn = [&](const std::string& what) { warnings.add(what); };
  return gpu::on_gpu_or_cpu(
      "aligns instead", warn, [&] { return engines.make(name); }, make_simd_aligner);
}

}  // namespace

std::unique_ptr<align_engine> with_cpu_after(std::unique_ptr<align_engine> of_gpu, std::unique_ptr<align_engine> of_cpu,
                                             engine_warnings& warnings) {
  return std::make_unique<engine_and_next>(std::move(of_gpu), std::move(of_cpu), warnings);
}

std::unique_ptr<align_engine> make_align_engine(const pairwise_engine_options& options, bool is_automatic,
                                                const align_scoring& scoring, engine_warnings& warnings) {
  const align_registry engines = gpu::align_engines({.devices = options.devices, .warn = {}});
  auto chosen = make_chosen(engines, options.engine, is_automatic, warnings);
  refuse_scoring(chosen->facts().name, chosen->refusal(scoring));
  if (!is_for_use(chosen->facts())) return chosen;
  return with_cpu_after(std::move(chosen), make_simd_aligner(), warnings);
}

}  // namespace exonweave::apps
