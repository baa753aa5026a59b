#include "pairwise/align_engines.hpp"

#include <atomic>
#include <string>
#include <type_traits>
#include <utility>

#include "gpu/device/device_failure.hpp"
#include "pairwise/engine/pairwise_engine.hpp"
#include "pairwise/gpu/pairwise_engines.hpp"

namespace exonweave::apps {
namespace {

class engine_and_next final : public spliced::align_engine {
 public:
  engine_and_next(std::unique_ptr<spliced::align_engine> first, std::unique_ptr<spliced::align_engine> next,
                  engine_warnings& warnings)
      : first_(std::move(first)), next_(std::move(next)), warnings_(warnings) {}

  [[nodiscard]] const pairwise_engine& facts() const override { return first_->facts(); }
  [[nodiscard]] spliced::global_alignment align(const spliced::align_request& request) const override {
    return with_either([&](const spliced::align_engine& engine) { return engine.align(request); });
  }
  [[nodiscard]] bool is_for_batch(std::size_t query_length, std::size_t target_length,
                                  const spliced::align_scoring& scoring) const override {
    return works_ && first_->is_for_batch(query_length, target_length, scoring);
  }
  [[nodiscard]] std::vector<spliced::global_alignment> align_all(
      std::span<const spliced::align_request> requests) const override {
    return with_either([&](const spliced::align_engine& engine) { return engine.align_all(requests); });
  }

 private:
  template <class Work>
  [[nodiscard]] std::invoke_result_t<Work, const spliced::align_engine&> with_either(const Work& work) const {
    if (!works_) return work(*next_);
    try {
      return work(*first_);
    } catch (const gpu::device_memory_exceeded& error) {  // others may have room
      warnings_.add(std::string(error.what()) + "; the CPU aligns instead");
    } catch (const gpu::device_failure& error) {
      works_ = false;
      warnings_.add(std::string(error.what()) + "; the CPU aligns all that is left");
    }
    return work(*next_);
  }

  std::unique_ptr<spliced::align_engine> first_;
  std::unique_ptr<spliced::align_engine> next_;
  engine_warnings& warnings_;
  mutable std::atomic<bool> works_ = true;
};

// Those of GPUs that `auto` may take. The published ones show what their authors saw, or fail.
bool is_for_use(const pairwise_engine& engine) { return engine.is_of_gpu && engine.is_automatic; }

std::unique_ptr<spliced::align_engine> make_chosen(const spliced::align_registry& engines, const std::string& name,
                                                   bool is_automatic, engine_warnings& warnings) {
  try {
    return engines.make(name);
  } catch (const gpu::device_failure& error) {
    if (!is_automatic) throw;
    warnings.add(std::string(error.what()) + "; the CPU aligns instead");
  }
  return engines.make("simd");
}

}  // namespace

std::unique_ptr<spliced::align_engine> with_cpu_behind(std::unique_ptr<spliced::align_engine> of_gpu,
                                                       std::unique_ptr<spliced::align_engine> of_cpu,
                                                       engine_warnings& warnings) {
  return std::make_unique<engine_and_next>(std::move(of_gpu), std::move(of_cpu), warnings);
}

std::unique_ptr<spliced::align_engine> make_align_engine(const pairwise_engine_options& options, bool is_automatic,
                                                         const spliced::align_scoring& scoring,
                                                         engine_warnings& warnings) {
  const spliced::align_registry engines = gpu::align_engines({.devices = options.devices, .warn = {}});
  auto chosen = make_chosen(engines, options.engine, is_automatic, warnings);
  refuse_scoring(chosen->facts().name, chosen->refusal(scoring));
  if (!is_for_use(chosen->facts())) return chosen;
  return with_cpu_behind(std::move(chosen), engines.make("simd"), warnings);
}

}  // namespace exonweave::apps
