// How far a long run is, on standard error: a line rewritten in place on a terminal, a line every 5 seconds
// elsewhere, nothing with --quiet.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

namespace exonweave::apps {

/// One stage of known size. add() may be called by any thread, as often as one likes: it only counts; a
/// thread of the reporter's own prints. Nothing is printed for a stage that ends before its first line is
/// due.
class progress {
 public:
  /// `what` is the stage ("aligning"), `unit` what is counted ("pairs"), `total` how many there are (0:
  /// unknown).
  progress(std::string what, std::string unit, std::uint64_t total, bool quiet = false);
  ~progress();  // ends the reporting; on a terminal the line is cleared
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  void add(std::uint64_t n = 1) noexcept { done_.fetch_add(n, std::memory_order_relaxed); }

 private:
  void report_until_stopped();

  const std::string what_;
  const std::string unit_;
  const std::uint64_t total_;
  const bool on_terminal_;
  const std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::atomic<std::uint64_t> done_{0};
  std::mutex mutex_;  // guards stopping_
  std::condition_variable stopped_;
  bool stopping_ = false;
  std::thread reporter_;  // last: it uses all the others
};

/// "aligning: 1200 of 4000 pairs (30%), 12 s, about 28 s left"; without the parts that are not known.
std::string progress_text(const std::string& what, const std::string& unit, std::uint64_t done,
                          std::uint64_t total, std::chrono::seconds elapsed);

}  // namespace exonweave::apps
