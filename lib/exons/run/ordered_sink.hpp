// Results come from many threads in any order and are handed on in that of their places, each as soon as its turn
// comes.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

namespace exonweave {

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

}  // namespace exonweave
