// Row schedules in plain 32-bit C++, row by row with the recurrence as it is written: what the ops mean.
#pragma once

#include <cstddef>
#include <memory>

#include "spliced/engine/row_machine.hpp"

namespace exonweave::spliced {

/// Ranges of columns with bounds of their own, at most.
constexpr std::size_t max_scalar_ranges = 16;

/// `p` and `schedule` must outlive the machine. Every value is exact.
std::unique_ptr<row_machine> make_scalar_machine(const problem& p, const row_schedule& schedule);

}  // namespace exonweave::spliced
