#include "gpu/scan/pair_kernel.cuh"

namespace exonweave::gpu {

std::vector<pair_kernel> unsigned_pair_kernels() { return kernels_of<false>(); }

}  // namespace exonweave::gpu
