// How far a long run is, on standard error: a line rewritten in place on a terminal, a line every 5 seconds
// elsewhere, nothing with --quiet. On a terminal one may enclose another, as a step of a run does its parts: the inner
// one is shown, with the names of both.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace exonweave::apps {

/// One stage of known size. A thread of the reporter's own asks how far it is, and prints. Nothing is printed for a
/// stage that ends before its first line is due.
class progress {
 public:
  /// `what` is the stage ("aligning"), `unit` what is counted ("cells"; empty: nothing that people read), `total` how
  /// many there are (0: unknown), `done` how many of them are done, requested next to the work: what it says at once
  /// was done before.
  progress(std::string what, std::string unit, std::uint64_t total, std::function<std::uint64_t()> done,
           bool quiet = false);
  ~progress();  // ends the reporting; on a terminal the line is cleared
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

 private:
  void report_until_stopped();
  void print(std::chrono::seconds elapsed) const;

  const std::string what_;
  const std::string unit_;
  const std::uint64_t total_;
  const std::function<std::uint64_t()> done_;
  const std::uint64_t done_before_;
  const bool on_terminal_;
  std::string title_;                // what_, after the titles of those that enclose it
  const progress* outer_ = nullptr;  // the one that encloses it
  const std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::mutex mutex_;  // guards stopping_
  std::condition_variable stopped_;
  bool stopping_ = false;
  std::thread reporter_;  // last: it uses all the others
};

/// For a terminal: "aligning  [######--------------]  30%  ETA 28 s"; "aligning  12 s" where the total is unknown. Cut
/// off at so many columns; 0: nowhere. The title is bold where messages have colours, but for "step 2 of 8: ".
std::string progress_line(const std::string& title, std::uint64_t done, std::uint64_t total,
                          std::chrono::seconds elapsed, std::uint64_t done_before, std::size_t columns);

/// "aligning: 1.2 of 4.0 Gcells (30%), 12 s, about 28 s left"; without the parts that are not known. What is counted in
/// no unit that people read is reported as "aligning: 30%, 12 s, about 28 s left". `done_before` took none of the time.
std::string progress_text(const std::string& what, const std::string& unit, std::uint64_t done, std::uint64_t total,
                          std::chrono::seconds elapsed, std::uint64_t done_before = 0);

}  // namespace exonweave::apps
