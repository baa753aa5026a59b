// Row schedules in vector lanes along the target: rows striped, in tiles of columns, 16 bits where that is exact and
// 32 elsewhere. How it works stands in row_kernel-inl.hpp.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "spliced/engine/row_machine.hpp"
#include "spliced/engine/simd/lane_values.hpp"

namespace exonweave::spliced {

/// A machine for the best instruction set that this processor and Highway's choice of targets allow. With narrow values
/// lanes have 16 bits, else 32. `p` and `schedule` must outlive the machine.
std::unique_ptr<row_machine> make_tile_machine(const problem& p, const row_schedule& schedule,
                                               const lane_values& values, bool is_narrow);

/// lane_values::narrow, where 16-bit lanes also hold what a gap over half of a vector's lanes costs: what the prefix
/// maximum takes off at a time.
std::optional<lane_values> tile_values(const problem& p, const row_schedule& schedule);

/// The set of instructions that machines use here, by Highway's name: AVX3, NEON.
std::string_view instruction_set();

/// Bytes of a row, both planes, in such a machine.
std::uint64_t tile_row_bytes(const problem& p, bool is_narrow);

}  // namespace exonweave::spliced
