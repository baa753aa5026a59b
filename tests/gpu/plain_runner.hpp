// A device without a device: programs executed on the host, and what they leave laid out as kernels do. Everything of `cuda` but
// the kernels goes through it.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "gpu/schedule/schedule_runner.hpp"

namespace exonweave::testing {

struct plain_device {
  std::size_t memory = std::size_t{1} << 30;  // bytes
  std::size_t n_launches = 0;
  std::size_t n_jobs = 0;             // of all launches
  std::atomic<std::size_t> held = 0;  // bytes of rows: beyond `memory`, device_memory_exceeded
  std::size_t most_held = 0;          // at once so far
  bool is_lost = false;               // launches and reads fail
  std::function<void()> on_launch;    // called when one is done; may be empty
};

/// `of` must outlive the runner and all that it leaves.
std::unique_ptr<gpu::schedule_runner> make_plain_runner(plain_device& of);

}  // namespace exonweave::testing
