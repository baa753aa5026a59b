// A pass over all blocks of a schedule that was made elsewhere, on a device: what a block_pass reads in place of its own first
// one.
#pragma once

#include <cstddef>
#include <span>

#include "spliced/engine/row_machine.hpp"

namespace exonweave::spliced {

class finished_pass {
 public:
  virtual ~finished_pass() = default;

  /// Blocks from one checkpoint to the next, the first of which lies before block 0; at least 1.
  [[nodiscard]] virtual std::size_t stride() const = 0;
  /// What the slots of a machine held before `block`, a multiple of the stride: those that are live there. Any thread may
  /// ask, one at a time.
  virtual void load(std::size_t block, row_machine& to) = 0;

  /// As a machine tells them; by_range has the pass' own ranges. `best` may be more than the largest S where `ends` is asked
  /// for, too.
  virtual void tell(const row_maxima& to) = 0;
  [[nodiscard]] virtual const column_ranges& ranges() const = 0;
  /// S of the sink's row without row_schedule::sink_offset.
  virtual void decode_sink(std::span<score> S) = 0;
  /// As row_machine's.
  [[nodiscard]] virtual score exact_above() const = 0;
};

}  // namespace exonweave::spliced
