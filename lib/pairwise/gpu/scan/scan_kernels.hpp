// What a method of scanning is to the host side: kernels that find the scores of one turn. Plain C++.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "pairwise/gpu/scan/scan_views.hpp"

namespace exonweave::gpu {

/// Some queries against some blocks, at once.
struct scan_turn {
  turn_views views;
  // The host's copies of what plans are made from.
  std::span<const placed_query> queries;
  std::span<const std::uint64_t> block_at;  // [n_blocks + 1]
  std::span<const std::uint32_t> longest;   // [n_blocks] residues
  std::span<const std::uint32_t> lengths;   // [n_blocks][block_width] residues
  std::uint64_t border_bytes = 0;           // on the device, for rows between passes

  [[nodiscard]] std::uint32_t n_blocks() const { return static_cast<std::uint32_t>(longest.size()); }
  /// `n` of its blocks from the `begin`th on.
  [[nodiscard]] scan_turn part(std::uint32_t begin, std::uint32_t n) const {
    scan_turn some = *this;
    some.views.blocks = views.blocks.part(begin, n);
    some.block_at = block_at.subspan(begin, n + 1);
    some.longest = longest.subspan(begin, n);
    some.lengths = lengths.subspan(begin * block_width, n * block_width);
    return some;
  }
};

/// Of one device, which is the current one in all calls.
class scan_kernels {
 public:
  virtual ~scan_kernels() = default;

  /// Reports every score, or says that it is to be done again. Returns when the device has done it. Throws
  /// device_failure.
  virtual void run(const scan_turn& turn) = 0;
};

// Kernels of `scan-cuda` (pair_kernel.cuh): which shapes they get, in which order.

/// Whether scores, with open + extend added, lie in signed bytes.
bool fit_pair_kernels(const device_scoring& scoring);

/// For scorings that fit.
std::unique_ptr<scan_kernels> make_pair_kernels(const device_scoring& scoring);

/// Scores in 32 bits, whatever the scoring: for pairs whose scores may have left smaller lanes, and for scorings that
/// fit none.
class exact_kernel {
 public:
  exact_kernel();
  ~exact_kernel();

  /// All pairs of a turn. Returns when they are done. Throws device_failure.
  void run(const scan_turn& turn);
  /// The first n pairs that the turn's list has, n below its room.
  void run_redone(const scan_turn& turn, std::uint32_t n);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// The same as a method of its own.
std::unique_ptr<scan_kernels> make_exact_kernels();

}  // namespace exonweave::gpu
