#include "spliced/engine/engine_registry.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "spliced/engine/scalar.hpp"
#include "spliced/engine/sequential.hpp"
#include "spliced/engine/simd/simd.hpp"

namespace exonweave::spliced {

void engine_registry::add(std::string name, factory make) {
  if (std::ranges::find(entries_, name, &entry::name) != entries_.end())
    throw std::invalid_argument("two engines of the name '" + name + "'");
  entries_.push_back({std::move(name), std::move(make)});
}

std::vector<std::string> engine_registry::names() const {
  std::vector<std::string> names;
  for (const entry& each : entries_) names.push_back(each.name);
  return names;
}

std::unique_ptr<engine> engine_registry::make(std::string_view name) const {
  const auto found = std::ranges::find(entries_, name, &entry::name);
  if (found == entries_.end()) throw std::invalid_argument("unknown engine '" + std::string(name) + "'");
  return found->make();
}

const engine_registry& cpu_engines() {
  static const engine_registry engines = [] {
    engine_registry made;
    made.add("sequential", [] { return std::make_unique<sequential_engine>(); });
    made.add("scalar", [] { return std::make_unique<scalar_engine>(); });
    made.add("simd", [] { return std::make_unique<simd_engine>(); });
    return made;
  }();
  return engines;
}

}  // namespace exonweave::spliced
