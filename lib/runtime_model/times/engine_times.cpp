#include "runtime_model/times/engine_times.hpp"

#include <algorithm>
#include <stdexcept>

#include "gpu/engines/engines.hpp"
#include "spliced/engines/engine_registry.hpp"

namespace exonweave {
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

spliced::cost_model prices_for(const spliced::engine_facts& engine, spliced::cost_model prices) {
  using enum spliced::cost_unit;
  prices.seconds[device_cell] = engine.cell_cost * prices.seconds[engine.is_of_gpu ? device_cell : cell];
  return prices;
}

double seconds_on_threads(const spliced::engine_facts& engine, const spliced::cost_model& prices, double thread_seconds,
                          unsigned n_threads) {
  if (!engine.is_of_gpu) return thread_seconds / n_threads;
  return prices.seconds[spliced::cost_unit::launch] + thread_seconds / std::min(n_threads, engine.max_threads);
}

double seconds_of_pieces(double thread_seconds, std::size_t n_pieces, unsigned n_threads) {
  return thread_seconds / static_cast<double>(std::clamp<std::size_t>(n_pieces, 1, n_threads));
}

}  // namespace exonweave
