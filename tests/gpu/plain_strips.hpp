// Strips without a device: tasks in their order on the host, cell by cell, each read and sum checked.
#pragma once

#include <memory>

#include "gpu/plain_runner.hpp"
#include "gpu/strips/strip_runner.hpp"

namespace exonweave::testing {

/// Its run() throws std::logic_error where a task comes before one that it reads, or a half leaves 16 bits. `of` must outlive
/// it.
std::unique_ptr<gpu::strip_runner> make_plain_strips(plain_device& of);

}  // namespace exonweave::testing
