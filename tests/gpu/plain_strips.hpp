// Strips without a device: tasks in their order on the host, cell by cell, each read and sum checked.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "gpu/strips/strip_runner.hpp"

namespace exonweave::testing {

struct plain_device {
  std::size_t memory = std::size_t{1} << 30;  // bytes: rows beyond it, device_memory_exceeded
  std::size_t n_launches = 0;
  std::size_t n_jobs = 0;           // of all launches
  bool is_lost = false;             // launches fail
  std::function<void()> on_launch;  // called when one is done; may be empty
};

/// Its run() throws std::logic_error where a task comes before one that it reads, or a half leaves 16 bits. `device`
/// must outlive it.
std::unique_ptr<gpu::strip_runner> make_plain_strips(plain_device& device);

}  // namespace exonweave::testing
