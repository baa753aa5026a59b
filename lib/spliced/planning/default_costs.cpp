#include "spliced/planning/default_costs.hpp"

#include <algorithm>
#include <array>

namespace exonweave::spliced {
namespace {

struct default_row {
  std::string_view engine;
  target_letters of;
  cost_model model;
};

constexpr auto rows = std::to_array<default_row>({
#include "spliced/planning/default_costs.inc"
});

}  // namespace

const cost_model& default_cost_model(std::string_view engine, target_letters of) {
  constexpr std::string_view usual = "simd";
  const auto row_of = [of](std::string_view name) {
    return std::ranges::find_if(
        rows, [&](const default_row& each) { return each.engine == name && each.of == of; });
  };
  const auto found = row_of(engine);
  return (found == rows.end() ? row_of(usual) : found)->model;
}

}  // namespace exonweave::spliced
