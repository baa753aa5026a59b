// Without a CUDA toolkit at build time: the same headers, no device.
#include "gpu/device/devices.hpp"
#include "pairwise/gpu/align/device_aligner.hpp"
#include "pairwise/gpu/cuda_scan.hpp"
#include "pairwise/gpu/reference/matrix_aligner.hpp"

namespace exonweave::gpu {

std::unique_ptr<align_engine> make_fast_aligner(const std::vector<int>&, const fast_limits&) {
  throw device_failure(discover().why_none);
}

std::unique_ptr<align_engine> make_batch_aligner(const std::vector<int>&) { throw device_failure(discover().why_none); }

std::unique_ptr<align_engine> make_matrix_aligner(const std::vector<int>&, diagonal_launch, const matrix_limits&) {
  throw device_failure(discover().why_none);
}

std::unique_ptr<device_scan> open_device_scan(scan_method, const device_scoring&, const database_fraction&,
                                              const device_limits&) {
  throw device_failure(discover().why_none);
}

}  // namespace exonweave::gpu
