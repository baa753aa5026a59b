#include "gpu/scan/pair_kernel.cuh"

namespace exonweave::gpu {

std::vector<pair_kernel> signed_pair_kernels() { return kernels_of<true>(); }

}  // namespace exonweave::gpu
