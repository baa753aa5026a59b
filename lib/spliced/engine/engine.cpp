#include "spliced/engine/engine.hpp"

#include <stdexcept>
#include <string>

#include "spliced/engine/scalar.hpp"
#include "spliced/engine/sequential.hpp"

namespace exonweave::spliced {

const std::vector<std::string_view>& engine_names() {
  static const std::vector<std::string_view> names = {"sequential", "scalar"};
  return names;
}

std::unique_ptr<engine> make_engine(std::string_view name) {
  if (name == "sequential") return std::make_unique<sequential_engine>();
  if (name == "scalar") return std::make_unique<scalar_engine>();
  throw std::invalid_argument("unknown engine '" + std::string(name) + "'");
}

}  // namespace exonweave::spliced
