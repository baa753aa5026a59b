// What executes a row schedule for one target, block by block, with rows laid out as it likes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "spliced/engine/row_pass.hpp"
#include "spliced/graph/row_schedule.hpp"

namespace exonweave::spliced {

/// The largest values of rows, by row: [row_schedule::n_rows]. Rows that are not computed, but taken over from others,
/// keep what they have; without residue_ends so may the rows inside a run, all but its last.
struct row_maxima {
  std::span<score> best;  // S(i, j) over all j
  std::span<score> ends;  // S(i, j) + behind(j) over all j; empty where nobody asks or where it is `best`
};

/// All rows of one block: first those of its marks in order, then those of its runs.
class kept_rows {
 public:
  virtual ~kept_rows() = default;
  [[nodiscard]] virtual row_cell cell(std::size_t index, std::size_t column) const = 0;
  /// F is empty with linear gaps.
  virtual void decode(std::size_t index, std::span<score> S, std::span<score> F) const = 0;
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
};

/// The rows of row_schedule::live_slots, in the machine's own layout.
using checkpoint = std::vector<std::byte>;

class row_machine {
 public:
  virtual ~row_machine() = default;

  /// From the rows before `block` to those behind it.
  virtual void run(const schedule_block& block, const row_maxima& maxima) = 0;
  /// The same, and all its rows.
  virtual std::unique_ptr<kept_rows> keep(const schedule_block& block, const row_maxima& maxima) = 0;

  [[nodiscard]] virtual checkpoint save(std::span<const slot_id> live) const = 0;
  virtual void load(std::span<const slot_id> live, const checkpoint& from) = 0;
  /// What a slot holds now; F is empty with linear gaps.
  virtual void decode(slot_id slot, std::span<score> S, std::span<score> F) const = 0;

  /// Bytes of one row, both planes.
  [[nodiscard]] virtual std::uint64_t row_bytes() const = 0;
  /// Whole paths that score more than this are exact; less only where lanes are narrow.
  [[nodiscard]] virtual score exact_above() const = 0;
};

}  // namespace exonweave::spliced
