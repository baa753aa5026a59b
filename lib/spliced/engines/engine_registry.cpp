#include "spliced/engines/engine_registry.hpp"

#include "spliced/engine/simd/simd.hpp"
#include "spliced/engines/sequential.hpp"

namespace exonweave::spliced {

const engine_registry& cpu_engines() {
  static const engine_registry engines = [] {
    engine_registry made;
    made.add(simd_engine::known(), [] { return std::make_unique<simd_engine>(); });
    made.add(sequential_engine::known(), [] { return std::make_unique<sequential_engine>(); });
    return made;
  }();
  return engines;
}

}  // namespace exonweave::spliced
