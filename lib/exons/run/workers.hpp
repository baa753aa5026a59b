// Threads that do work units: each takes the next one until there are none, and results are handed on in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "exons/run/locus_solver.hpp"
#include "exons/run/planner.hpp"
#include "exons/run/prediction.hpp"

namespace exonweave {

/// How one target is solved, on any thread. Throws not_enough_memory when `memory` bytes do not do, or make it slow
/// while more may not.
using target_solver = std::function<locus_result(const locus_target& requested, target_reading reading,
                                                 strand_problems& problems, std::uint64_t memory)>;

struct worker_options {
  std::size_t n_threads = 1;             // at least 1
  std::uint64_t memory = 0;              // bytes, of all threads together
  std::uint64_t memory_alone;            // of one target, at most: where a fraction of it does not do
  const run_control* control = nullptr;  // may be null
  spare_threads* spare = nullptr;        // gets the threads for which there is no unit left; may be null
  // Where targets go in batches: makes their two stages, with start() of its engine between them. Null: one by one.
  locus_solver* in_batches = nullptr;
  // Told how many threads there are where the system gives fewer than n_threads; may be empty.
  std::function<void(std::size_t n_threads)> on_fewer_threads{};
  bool reads_backwards = false;  // problems hold their reversed graphs as well
  // Bytes of models that may wait after a target that is solved afterwards, about: then it is solved before the others
  // go on. For targets that go one by one.
  std::uint64_t max_waiting = std::numeric_limits<std::uint64_t>::max();
};

/// Solves all targets of all units; `units` is used up: the problems of a locus go with its last unit. Results go to
/// `sink` in the order of their places, by one thread at a time. A target for which a thread's share of the memory does
/// not do is solved when all others are, or as many as may wait after it: locus by locus, where the problems of a
/// locus count once for all threads, and at last alone and with memory_alone, so that what can be solved does not
/// depend on the number of threads. So is one that is too large for a batch (batch_queue.hpp), which has a third of the
/// memory.
///
/// Of several failures the first by place is thrown; what lies before it is handed on. What the sink and the log throw,
/// and run_stopped, comes before all. Results that the log knows are handed on next to the others; no unit has their
/// targets.
void solve_units(std::vector<work_unit> units, const worker_options& options, const target_solver& solve,
                 const std::function<void(locus_result&&)>& sink, result_log log = {});

// Results come from many threads in any order and are handed on in that of their places, each as soon as its turn
// comes.

template <class Result>
class ordered_sink {
 public:
  using receiver = std::function<void(Result&&)>;

  /// `receive` is called for place 0, 1, ..., by one thread at a time.
  explicit ordered_sink(const receiver& receive) : receive_(receive) {}

  /// A place once. May hand on any number of results, this one or others; throws what the receiver throws, after which
  /// nothing is handed on any more.
  void put(std::size_t place, Result&& result) {
    std::unique_lock lock(mutex_);
    waiting_.emplace(place, std::move(result));
    if (is_handing_on_) return;  // another thread does, and sees what was added
    is_handing_on_ = true;       // left so by a receiver that throws
    for (auto turn = waiting_.find(next_); turn != waiting_.end(); turn = waiting_.find(next_)) {
      Result ready = std::move(turn->second);
      waiting_.erase(turn);
      ++next_;
      lock.unlock();
      receive_(std::move(ready));
      lock.lock();
    }
    is_handing_on_ = false;
  }

 private:
  const receiver& receive_;
  std::mutex mutex_;  // guards all below
  std::map<std::size_t, Result> waiting_;
  std::size_t next_ = 0;
  bool is_handing_on_ = false;
};

// Results leave in order, so those after one that is still to be solved wait, with their models. How much may wait is
// bounded.

/// Bytes of results that may wait after one that was deferred, about, in a run whose memory is bound: next to graphs
/// and rows.
constexpr std::uint64_t max_waiting_results = std::uint64_t{16} << 20;

/// What a result holds next to itself, about: its models.
std::uint64_t bytes_of_models(const locus_result& result);

}  // namespace exonweave
