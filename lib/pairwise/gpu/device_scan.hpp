// One device's share of a database, and scans of it. Plain C++: the same header with and without a CUDA toolkit.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pairwise/gpu/cuda_scan.hpp"
#include "pairwise/gpu/scan/scan_kernels.hpp"
#include "pairwise/gpu/scan/scan_views.hpp"
#include "pairwise/scan/scan_engine.hpp"

namespace exonweave::gpu {

class device_scan {
 public:
  virtual ~device_scan() = default;

  /// Hits of the share in no order. Adds to the control's cells, which may be null. Throws run_stopped, device_failure,
  /// device_memory_exceeded.
  virtual std::vector<scan_hit> scan(std::span<const scan_query> queries, run_control* control) = 0;
};

/// What a device is given: every `n_devices`th block of the database from the `first` on.
struct database_fraction {
  const sequence_blocks* database = nullptr;
  // [n_blocks of the database] What any query can score at most with a sequence of a block or of one after it.
  std::span<const spliced::score> highest;
  std::size_t first = 0, n_devices = 1;
};

struct device_limits {
  int device = 0;
  std::uint64_t max_bytes = 0;  // 0: most of what is free
};

/// Copies the share to the device where it fits; where not, every scan does so piece by piece. What `share` views must
/// outlive it. Throws device_failure, device_memory_exceeded.
std::unique_ptr<device_scan> open_device_scan(scan_method method, const device_scoring& scoring,
                                              const database_fraction& fraction, const device_limits& limits);

// The kernels of each method of scanning: our own, and those of published systems.

/// Methods that do not take a scoring have one that does stand in.
std::unique_ptr<scan_kernels> make_scan_kernels(scan_method method, const device_scoring& scoring);

}  // namespace exonweave::gpu
