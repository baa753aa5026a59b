// Seconds of each stage of a run.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace exonweave::apps {

class stage_clock {
 public:
  /// Ends the current stage, if any, and begins the next.
  void begin(std::string stage) {
    end();
    current_ = std::move(stage);
    started_ = clock::now();
  }

  void end() {
    if (!current_.empty()) stages_.emplace_back(std::exchange(current_, {}), seconds_since(started_));
  }

  [[nodiscard]] const std::vector<std::pair<std::string, double>>& stages() const { return stages_; }
  [[nodiscard]] double total() const { return seconds_since(created_); }

 private:
  using clock = std::chrono::steady_clock;
  static double seconds_since(clock::time_point start) {
    return std::chrono::duration<double>(clock::now() - start).count();
  }

  clock::time_point created_ = clock::now();
  clock::time_point started_;
  std::string current_;
  std::vector<std::pair<std::string, double>> stages_;  // finished, in order
};

}  // namespace exonweave::apps
