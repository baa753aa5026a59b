#include "gpu/scan/pair_kernel.cuh"

namespace exonweave::gpu {

// Cheap gaps are seldom asked for: fewer shapes.
std::vector<pair_kernel> signed_pair_kernels() {
  std::vector<pair_kernel> made;
  add_kernels<true, false, 8, 16, 32, 64>(made);
  add_kernels<true, true, 8, 32>(made);
  return made;
}

}  // namespace exonweave::gpu
