// What the engines of `align` on GPUs have in common: which pairs they take, and on which of several devices each is
// aligned.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "pairwise/align/align_engine.hpp"
#include "pairwise/engine/pairwise_engine.hpp"

namespace exonweave::gpu {

/// Two thirds of what is free: others use the device as well.
std::uint64_t usable_bytes(int device);

/// One way to align a pair on the current device; both sequences have residues.
struct pair_method {
  const pairwise_engine& facts;
  std::function<std::uint64_t(const align_request&)> requested_bytes;  // of the device, at most
  // With so many bytes of the device: as many as it wants, or all that an idle device has.
  std::function<global_alignment(const align_request&, std::uint64_t bytes)> align;
};

/// On the devices, of which there is one at least. Throws device_failure where one of them cannot be used.
std::unique_ptr<align_engine> make_device_aligner(const std::vector<int>& devices, pair_method method);

}  // namespace exonweave::gpu
