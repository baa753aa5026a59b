// Bounds of chains on a GPU. Plain C++: the same header with and without a CUDA toolkit.
#pragma once

#include <memory>
#include <span>

#include "spliced/sweep/bound_finder.hpp"
#include "spliced/sweep/bound_stream.hpp"

namespace exonweave::gpu {

class device_bounds : public spliced::bound_finder {
 public:
  /// From the first launch of the last find() to the end of the last one, by the device's clock.
  [[nodiscard]] virtual double kernel_ms() const = 0;
};

/// Whether devices can compute with it: gaps cost no less than unaligned residues at a chain's ends, and nothing costs
/// much.
bool can_bound(const spliced::bound_scoring& scoring);

/// Copies the strands, all in windows of one length, to a device, where they stay. It takes jobs whose chains are worth
/// no more than 16 bits hold. Throws device_failure, device_memory_exceeded.
std::unique_ptr<device_bounds> make_device_bounds(int device, const spliced::bound_scoring& scoring,
                                                  std::span<const spliced::bound_stream> strands);

}  // namespace exonweave::gpu
