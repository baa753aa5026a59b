#include "cli/stage_clock.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <utility>

#include "cli/estimate_request.hpp"
#include "cli/messages.hpp"

namespace exonweave::apps {
namespace {

double process_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

std::string text_of_seconds(double seconds) {
  constexpr double most = 100;
  return seconds < most ? fmt::format("{:.1f} s", seconds) : time_text(seconds);
}

}  // namespace

std::string_view step_of(std::string_view stage) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> steps = {{{"read", "reading"},
                                                                                   {"search", "searching"},
                                                                                   {"learn", "training"},
                                                                                   {"sweep", "sweeping"},
                                                                                   {"align", "aligning"},
                                                                                   {"choose", "selecting genes"},
                                                                                   {"gene model", "gene model"},
                                                                                   {"completeness", "completeness"},
                                                                                   {"write", "writing"}}};
  const auto found = std::ranges::find(steps, stage, [](const auto& each) { return each.first; });
  return found == steps.end() ? "" : found->second;
}

void stage_clock::show(std::vector<std::string_view> steps) {
  is_shown_ = is_on_terminal();
  steps_ = std::move(steps);
}

void stage_clock::begin(std::string stage) {
  end();
  current_ = std::move(stage);
  started_ = clock::now();
  cpu_seconds_before_ = process_seconds();
  const std::string_view step = step_of(current_);
  if (!is_shown_ || step.empty()) return;
  const auto place = std::ranges::find(steps_, step);
  line_.emplace(place == steps_.end()
                    ? std::string(step)
                    : fmt::format("step {} of {}: {}", place - steps_.begin() + 1, steps_.size(), step),
                "", 0, [] { return 0; });
}

void stage_clock::end() {
  line_.reset();
  if (current_.empty()) return;
  stages_.push_back(
      {std::exchange(current_, {}), seconds_since(started_), process_seconds() - cpu_seconds_before_, peak_memory()});
}

std::string text_of_steps(const std::vector<timed_stage>& stages) {
  std::vector<timed_stage> steps;
  for (const timed_stage& each : stages) {
    if (steps.empty() || !step_of(each.stage).empty()) {
      steps.push_back(each);
      continue;
    }
    steps.back().seconds += each.seconds;
    steps.back().cpu_seconds += each.cpu_seconds;
    steps.back().peak_memory = each.peak_memory;
  }
  std::string text = fmt::format("{:<15}{:>10}{:>10}{:>10}\n", "step", "time", "CPU time", "memory");
  for (const timed_stage& each : steps)
    text += in_bold(fmt::format("{:<15}", step_of(each.stage))) +
            fmt::format("{:>10}{:>10}{:>10}\n", text_of_seconds(each.seconds), text_of_seconds(each.cpu_seconds),
                        size_text(static_cast<double>(each.peak_memory)));
  return text;
}

}  // namespace exonweave::apps
