// The ways in which a device can scan a database.
#pragma once

#include <string_view>

namespace exonweave::gpu {

enum class scan_method {
  pairs,  // our own: two sequences in 16-bit halves, lanes share a query (pair_kernel.cuh)
};

constexpr std::string_view name_of(scan_method) { return "scan-cuda"; }

}  // namespace exonweave::gpu
