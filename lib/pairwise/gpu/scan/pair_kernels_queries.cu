#include "pairwise/gpu/scan/pair_kernel.cuh"

namespace exonweave::gpu {

std::vector<pair_kernel> kernels_of_queries() {
  std::vector<pair_kernel> made;
  add_kernels<pair_kind::queries, false, 4, 8, 12, 16, 20, 24, 28, 32>(made);
  add_kernels<pair_kind::queries, true, 16, 24, 28>(made);
  return made;
}

}  // namespace exonweave::gpu
