// Pieces of work that threads take one after another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "base/threads/first_failure.hpp"
#include "base/threads/run_control.hpp"

namespace exonweave {

/// Each of up to `n_threads` threads makes a worker for itself by make_worker(), and calls worker(i) for the next i of
/// [0, n) that no other has. Of several failures the first by i is thrown; run_stopped when `control` was told to stop.
/// Where the system has fewer threads to give, those that there are do the work.
template <class MakeWorker>
void on_threads(std::size_t n_threads, std::size_t n, const run_control& control, const MakeWorker& make_worker) {
  std::mutex taking;  // guards next
  std::size_t next = 0;
  const auto take = [&] {
    const std::lock_guard lock(taking);
    return next < n ? next++ : n;
  };
  first_failure failure;
  const auto work = [&] {
    std::size_t k = 0;
    try {
      auto worker = make_worker();
      while (!control.is_stopped() && (k = take()) < n && !failure.is_before(k)) worker(k);
    } catch (...) {
      failure.note(k);
    }
  };
  {
    std::vector<std::jthread> others;
    try {
      while (others.size() + 1 < std::min(n_threads, n)) others.emplace_back(work);
    } catch (const std::system_error&) {
    }
    work();
  }
  failure.rethrow();
  control.throw_if_stopped();
}

}  // namespace exonweave
