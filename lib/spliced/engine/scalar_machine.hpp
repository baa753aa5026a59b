// Row schedules in plain 32-bit C++, row by row with the recurrence as it is written: what the ops mean.
#pragma once

#include <memory>

#include "spliced/engine/row_machine.hpp"

namespace exonweave::spliced {

/// `p` and `schedule` must outlive the machine. Every value is exact.
std::unique_ptr<row_machine> make_scalar_machine(const problem& p, const row_schedule& schedule);

}  // namespace exonweave::spliced
