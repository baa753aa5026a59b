#include "gpu/scan/exact_kernel.hpp"
#include "gpu/scan/pair_kernels.hpp"
#include "gpu/scan/published_kernels.hpp"
#include "gpu/scan/scan_kernels.hpp"

namespace exonweave::gpu {

namespace {

std::unique_ptr<scan_kernels> make_own_kernels(const device_scoring& scoring) {
  if (fit_pair_kernels(scoring)) return make_pair_kernels(scoring);
  return make_exact_kernels();
}

}  // namespace

std::unique_ptr<scan_kernels> make_scan_kernels(scan_method method, const device_scoring& scoring) {
  if (method == scan_method::rows) return make_row_kernels();
  if (!fit_published_kernels(scoring)) return make_own_kernels(scoring);
  if (method == scan_method::tiles) return make_tile_kernels(make_own_kernels(scoring));
  if (method == scan_method::bands) return make_band_kernels();
  return make_own_kernels(scoring);
}

}  // namespace exonweave::gpu
