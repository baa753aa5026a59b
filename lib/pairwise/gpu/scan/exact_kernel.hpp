// Scores in 32 bits, whatever the scoring: for pairs whose scores may have left smaller lanes, and for scorings that
// fit none.
#pragma once

#include <memory>

#include "pairwise/gpu/scan/scan_kernels.hpp"

namespace exonweave::gpu {

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
