#include "gpu/scan/pair_kernel.cuh"

namespace exonweave::gpu {

std::vector<pair_kernel> unsigned_pair_kernels() {
  std::vector<pair_kernel> made;
  add_kernels<false, false, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48, 52, 64>(made);
  add_kernels<false, true, 4, 8, 16, 24, 28, 32>(made);
  return made;
}

}  // namespace exonweave::gpu
