#include "runtime_model/times/engine_times.hpp"

#include <algorithm>
#include <stdexcept>

#include "gpu/engines/engines.hpp"
#include "spliced/engines/engine_registry.hpp"

namespace exonweave {
namespace {

// As an engine counts it that has lanes of one width.
spliced::by_cost_unit in_one_width(spliced::by_cost_unit costs) {
  costs[spliced::cost_unit::cell] += costs[spliced::cost_unit::slow_cell];
  costs[spliced::cost_unit::slow_cell] = 0;
  return costs;
}

}  // namespace

const spliced::engine_facts& working_engine(std::string_view name, const chain_scoring& scoring) {
  const spliced::engine_facts& requested = gpu::known_engines().facts_of(name);
  if (requested.substitute.empty() || requested.scope.takes(scoring.problem_on({}, {}))) return requested;
  return gpu::known_engines().facts_of(requested.substitute);
}

std::unique_ptr<spliced::engine> make_counting_engine(const spliced::engine_facts& other) {
  const spliced::engine_registry& engines = spliced::cpu_engines();
  const auto* const found = engines.find_if([&](const spliced::engine_facts& each) {
    return each.is_literal == other.is_literal && each.may_sweep == other.may_sweep;
  });
  if (found == nullptr) throw std::invalid_argument("no engine of the CPU has such graphs");
  return engines.make(found->name);
}

std::vector<double> seconds_with(const spliced::engine_facts& engine, std::span<const expected_work> work,
                                 const spliced::cost_model& model) {
  std::vector<double> seconds;
  for (const expected_work& result : work)
    seconds.push_back(model.predict(engine.has_two_widths ? result.costs : in_one_width(result.costs)));
  return seconds;
}

double seconds_on_threads(const spliced::engine_facts& engine, double thread_seconds, unsigned n_threads) {
  if (!engine.is_of_gpu) return thread_seconds / n_threads;
  return spliced::gpu_start_seconds + thread_seconds / std::min(n_threads, engine.max_threads);
}

double seconds_of_pieces(double thread_seconds, std::size_t n_pieces, unsigned n_threads) {
  return thread_seconds / static_cast<double>(std::clamp<std::size_t>(n_pieces, 1, n_threads));
}

}  // namespace exonweave
