#include "pairwise/gpu/scan/pair_kernel.cuh"

namespace exonweave::gpu {

std::vector<pair_kernel> kernels_of_sequences() {
  std::vector<pair_kernel> made;
  add_kernels<pair_kind::sequences, false, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48, 52, 64>(made);
  add_kernels<pair_kind::sequences, true, 4, 8, 16, 24, 28, 32>(made);
  return made;
}

}  // namespace exonweave::gpu
