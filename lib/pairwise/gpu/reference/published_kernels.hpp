// The kernels of three published systems, as their authors built them. What hardware has changed since stands where it
// is.
#pragma once

#include <memory>

#include "pairwise/gpu/scan/scan_kernels.hpp"

namespace exonweave::gpu {

/// scan-rows, after Chang and Chen 2012: linear gaps. Any scores.
std::unique_ptr<scan_kernels> make_row_kernels();

/// scan-tiles, after Wu et al.: queries of which two words a row and thread fit in shared memory; others go to
/// `longer`. For scores that fit_published_kernels().
std::unique_ptr<scan_kernels> make_tile_kernels(std::shared_ptr<scan_kernels> longer);

/// scan-bands, after Ligowski and Rudnicki 2009. For scores that fit_published_kernels().
std::unique_ptr<scan_kernels> make_band_kernels();

/// Whether scores lie in the bytes of a packed profile.
bool fit_published_kernels(const device_scoring& scoring);

}  // namespace exonweave::gpu
