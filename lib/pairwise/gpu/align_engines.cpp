#include "pairwise/gpu/align_engines.hpp"

#include <algorithm>

#include "gpu/device/devices.hpp"
#include "pairwise/gpu/align/batch_aligner.hpp"
#include "pairwise/gpu/align/fast_aligner.hpp"
#include "pairwise/gpu/align/matrix_aligner.hpp"

namespace exonweave::gpu {

void add_align_engines(spliced::align_registry& registry, const gpu_options& options) {
  const auto devices = [options] { return options.devices.empty() ? usable_devices() : options.devices; };
  registry.add({"iterative"}, [devices] { return make_matrix_aligner(devices(), diagonal_launch::iterative); });
  registry.add({"cooperative"}, [devices] { return make_matrix_aligner(devices(), diagonal_launch::cooperative); });
  registry.add({"fast"}, [devices] { return make_fast_aligner(devices()); });
  registry.add({"batch"}, [devices] { return make_batch_aligner(devices()); });
}

bool is_align_engine(std::string_view name) {
  spliced::align_registry made;
  add_align_engines(made);
  return std::ranges::count(made.names(), name) > 0;
}

}  // namespace exonweave::gpu
