#include "pairwise/gpu/scan/scan_method.hpp"

namespace exonweave::gpu {

const pairwise_engine& facts_of(scan_method method) {
  static constexpr pairwise_engine pairs{
      .command = "scan", .name = "scan-cuda", .is_of_gpu = true, .is_automatic = true, .trial = gpu_scan_trial};
  static constexpr pairwise_engine tiles{
      .command = "scan", .name = "scan-tiles", .is_of_gpu = true, .trial = gpu_scan_trial};
  static constexpr pairwise_engine bands{
      .command = "scan", .name = "scan-bands", .is_of_gpu = true, .trial = gpu_scan_trial};
  static constexpr pairwise_engine rows{
      .command = "scan", .name = "scan-rows", .is_of_gpu = true, .needs_linear_gaps = true, .trial = gpu_scan_trial};
  switch (method) {
    case scan_method::tiles:
      return tiles;
    case scan_method::bands:
      return bands;
    case scan_method::rows:
      return rows;
    default:
      return pairs;
  }
}

}  // namespace exonweave::gpu
