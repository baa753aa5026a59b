#include "pairwise/gpu/scan/pair_kernel.cuh"

namespace exonweave::gpu {

// Cheap gaps are seldom requested: fewer shapes.
std::vector<pair_kernel> kernels_of_signed_sequences() {
  std::vector<pair_kernel> made;
  add_kernels<pair_kind::signed_sequences, false, 8, 16, 32, 64>(made);
  add_kernels<pair_kind::signed_sequences, true, 8, 32>(made);
  return made;
}

}  // namespace exonweave::gpu
