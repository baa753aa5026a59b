#include "gpu/align_engines.hpp"

#include <algorithm>

#include "gpu/align/fast_aligner.hpp"
#include "gpu/align/matrix_aligner.hpp"
#include "gpu/devices.hpp"

namespace exonweave::gpu {

void add_align_engines(spliced::align_registry& to, const gpu_options& options) {
  const auto device = [options] {
    return options.devices.empty() ? first_usable_device() : options.devices.front();
  };
  to.add("iterative", [device] { return make_matrix_aligner(device(), diagonal_launch::iterative); });
  to.add("cooperative", [device] { return make_matrix_aligner(device(), diagonal_launch::cooperative); });
  to.add("fast", [device] { return make_fast_aligner(device()); });
}

bool is_align_engine(std::string_view name) {
  spliced::align_registry made;
  add_align_engines(made);
  return std::ranges::count(made.names(), name) > 0;
}

}  // namespace exonweave::gpu
