// Row schedules in vector lanes along anti-diagonals: for long runs, in 16 bits. How it works stands in
// strip_kernel-inl.hpp. For all that it does not take there is the tile machine.
#pragma once

#include <memory>
#include <optional>

#include "spliced/engine/row_machine.hpp"
#include "spliced/engine/simd/lane_values.hpp"

namespace exonweave::spliced {

/// What lanes of a strip machine hold; nothing where it does not take the schedule: rows outside runs, residue_ends,
/// scores or codes that it cannot look up (strip_scores.hpp), scores that 16 bits do not hold.
std::optional<lane_values> strip_values(const problem& p, const row_schedule& schedule);

/// A machine for the best instruction set that this processor and Highway's choice of targets allow. `values` as above;
/// `p` and `schedule` must outlive the machine.
std::unique_ptr<row_machine> make_strip_machine(const problem& p, const row_schedule& schedule,
                                                const lane_values& values);

/// Bytes of a row, both planes, in such a machine.
std::uint64_t strip_row_bytes(const problem& p);

}  // namespace exonweave::spliced
