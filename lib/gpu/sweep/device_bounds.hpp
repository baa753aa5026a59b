// Bounds of all chains of strands against targets, on a GPU: see exons/sweep/bound_sweep.hpp for what they are. Plain C++: the same header with
// and without a CUDA toolkit.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "spliced/engine/run_control.hpp"
#include "spliced/scoring/gap_costs.hpp"
#include "spliced/scoring/substitution.hpp"
#include "spliced/sweep/bound_stream.hpp"

namespace exonweave::gpu {

/// What all problems share. Target ends are free.
struct bound_scoring {
  const spliced::substitution_matrix* substitution = nullptr;  // of residues; never null
  spliced::gap_costs gaps, residue_ends;
};

struct bound_job {
  std::size_t track = 0;
  std::span<const spliced::residue_code> target;
  spliced::score least = 1;  // what is less is not told; at least 1
};

class device_bounds {
 public:
  virtual ~device_bounds() = default;

  /// Whether the 16 bits of the device hold all that chains of a track against a target are worth.
  [[nodiscard]] virtual bool has_room_for(std::size_t track,
                                          std::span<const spliced::residue_code> target) const = 0;

  /// [jobs][windows of their track] the most that a chain is worth that ends there, 0: less than `least`. Jobs are those that it has room
  /// for. Throws run_stopped, device_failure, device_memory_exceeded.
  virtual std::vector<std::vector<std::uint16_t>> find(std::span<const bound_job> jobs,
                                                       spliced::run_control* control) = 0;

  /// By the device's clock, of the launches of the last find(), side by side.
  [[nodiscard]] virtual double kernel_ms() const = 0;
};

/// Whether the device can compute with it: gaps cost at least what unaligned residues of a chain's ends do, and no more than its drift holds.
bool can_bound(const bound_scoring& scoring);

/// Copies the tracks, all in windows of one length, to a device, where they stay. Throws device_failure, device_memory_exceeded.
std::unique_ptr<device_bounds> make_device_bounds(int device, const bound_scoring& scoring,
                                                  std::span<const spliced::bound_stream> tracks);

}  // namespace exonweave::gpu
