// What executes sweep programs for one target, in vector lanes, whole rows of columns at once: forwards, and
// transposed.
//
//   forward   F(slot)  what chains score that lead to the row in a slot, by column
//   backward  R(slot)  what they still earn from there on: to run an op is to let what its result earns into what it
//             reads
//
// At any place between two ops the largest F + R of a slot is the best chain that is in this slot there, and that over
// all slots, and over what ended before and begins after, is the best chain of all. L and T change places: R of L is
// what chains earn that have no residue aligned yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "spliced/engine/problem.hpp"
#include "spliced/engine/simd/lane_values.hpp"
#include "spliced/sweep/sweep_program.hpp"

namespace exonweave::spliced {

/// Rows of ops with a border, of numbers [first, last): what they bring to the row that they make.
class border_rows {
 public:
  virtual ~border_rows() = default;
  /// Of which; what was there is lost.
  virtual void hold(std::uint32_t first, std::uint32_t last) = 0;
  [[nodiscard]] bool has(std::uint32_t number) const { return first_ <= number && number < last_; }

 protected:
  std::uint32_t first_ = 0, last_ = 0;
};

/// Of a window, half-open.
struct op_range {
  std::uint32_t first = 0, last = 0;
};

class sweep_machine {
 public:
  virtual ~sweep_machine() = default;

  /// Nothing reaches any slot.
  virtual void clear() = 0;
  virtual void save(std::span<const slot_id> slots, std::byte* out) const = 0;
  virtual void load(std::span<const slot_id> slots, const std::byte* saved) = 0;
  [[nodiscard]] virtual std::uint64_t row_bytes() const = 0;
  /// None as yet.
  [[nodiscard]] virtual std::unique_ptr<border_rows> make_rows() const = 0;
  /// A whole chain's score above is exact, wherever it was found.
  [[nodiscard]] virtual score exact_above() const = 0;
};

class forward_machine : public sweep_machine {
 public:
  /// From the place before the first op to that before the last. What chains score that end goes to `ends` [borders
  /// of the window], where there is any; rows of borders that `keep` has are kept.
  virtual void run(const sweep_window& window, op_range ops, std::span<score> ends, border_rows* keep) = 0;
};

class backward_machine : public sweep_machine {
 public:
  struct options {
    std::span<score> begins{};                         // [borders of the window] what chains score that begin
    std::function<bool(const sweep_op&)> is_barred{};  // ops with a border that no chain goes over; nothing: none
    const border_rows* forward = nullptr;              // of the forward machine
    std::span<score>
        through{};  // [borders of the window] the best chain by way of each that `forward` has, or that is met
    // A machine that stands at a place before, and by op the slot there that holds what it reads, or less
    // (trace_origins): chains that are in such a slot and start an exon are met.
    const forward_machine* met = nullptr;
    std::span<const slot_id> sources{};
  };
  /// From the place before the last op back to that before the first. After a run to a window's begin nothing reaches
  /// what is unread there.
  virtual void run(const sweep_window& window, op_range ops, const options& how) = 0;

  /// The best chain that is in one of these slots where both machines are.
  [[nodiscard]] virtual score join(const forward_machine& forward, std::span<const slot_id> slots) const = 0;
};

struct sweep_machines {
  std::unique_ptr<forward_machine> forward;
  std::unique_ptr<backward_machine> backward;
};

/// What bounds the lanes of machines.
inline path_weights path_weights_of(const sweep_outline& outline) {
  return {outline.heaviest, outline.largest_weight, 0, outline.offset, outline.min_in_gap, outline.offset};
}

/// For the best instruction set here, in 16 or 32 bits, and windows of one outline. Nothing where 16 bits do not hold
/// enough. The outline must outlive them; what the problem points to as well, whose graph is not looked at.
/// `max_segments`: vectors of a tile, as in tile_layout; 0: as many as usual.
std::optional<sweep_machines> make_sweep_machines(const problem& p, const sweep_outline& outline, bool is_narrow,
                                                  std::size_t max_segments = 0);

}  // namespace exonweave::spliced
