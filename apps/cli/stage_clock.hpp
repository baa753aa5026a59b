// Seconds of each stage of a run, which a terminal shows as its steps.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/progress.hpp"

namespace exonweave::apps {

struct timed_stage {
  std::string stage;
  double seconds = 0;
  double cpu_seconds = 0;         // of all threads
  std::uint64_t peak_memory = 0;  // bytes, of the process until the stage ended
};

/// How people call a stage: "aligning" is `align`. Empty for those that are too short for a step of their own.
std::string_view step_of(std::string_view stage);

class stage_clock {
 public:
  /// From now on a terminal shows each stage as it goes. The steps are numbered where they are known, by step_of().
  void show(std::vector<std::string_view> steps = {});

  /// Ends the current stage, if any, and begins the next.
  void begin(std::string stage);
  void end();

  [[nodiscard]] const std::vector<timed_stage>& stages() const { return stages_; }
  [[nodiscard]] double total() const { return seconds_since(created_); }

 private:
  using clock = std::chrono::steady_clock;
  static double seconds_since(clock::time_point start) {
    return std::chrono::duration<double>(clock::now() - start).count();
  }

  clock::time_point created_ = clock::now();
  clock::time_point started_;
  double cpu_seconds_before_ = 0;
  std::string current_;
  std::vector<timed_stage> stages_;  // finished, in order
  bool is_shown_ = false;
  std::vector<std::string_view> steps_;
  std::optional<progress> line_;
};

/// A table of the steps of a run: time, CPU time, and the memory that was needed so far. Stages without a step of their
/// own count for the one before.
std::string text_of_steps(const std::vector<timed_stage>& stages);

}  // namespace exonweave::apps
