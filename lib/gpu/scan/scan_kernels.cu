#include "gpu/scan/exact_kernel.hpp"
#include "gpu/scan/pair_kernels.hpp"
#include "gpu/scan/scan_kernels.hpp"

namespace exonweave::gpu {

std::unique_ptr<scan_kernels> make_scan_kernels(scan_method, const device_scoring& scoring) {
  if (fit_pair_kernels(scoring)) return make_pair_kernels(scoring);
  return make_exact_kernels();
}

}  // namespace exonweave::gpu
