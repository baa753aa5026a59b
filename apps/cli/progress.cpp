// Printing happens on a thread of its own, so that workers never wait for a terminal.
#include "cli/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/estimate_request.hpp"
#include "cli/messages.hpp"

namespace exonweave::apps {
namespace {

// Which has the terminal's line.
std::atomic<const progress*> on_the_line = nullptr;

constexpr std::chrono::milliseconds terminal_interval{200};
constexpr std::chrono::milliseconds log_interval{5000};

// Numbers as the largest of them is read best: 1234 cells are 1.2 kcells.
struct number_scale {
  double size = 1;
  std::string_view prefix;
  int decimals = 0;
};

number_scale scale_for(std::uint64_t largest) {
  number_scale scale;
  for (const std::string_view prefix : {"k", "M", "G", "T", "P"})
    if (static_cast<double>(largest) >= 1000 * scale.size) scale = {1000 * scale.size, prefix, 1};
  return scale;
}

std::optional<double> seconds_left(std::uint64_t done, std::uint64_t total, std::chrono::seconds elapsed,
                                   std::uint64_t done_before) {
  if (done <= done_before || elapsed.count() == 0) return std::nullopt;
  const double left = static_cast<double>(total) - static_cast<double>(done);
  return static_cast<double>(elapsed.count()) * left / static_cast<double>(done - done_before);
}

std::string left_text(std::uint64_t done, std::uint64_t total, std::chrono::seconds elapsed,
                      std::uint64_t done_before) {
  const auto left = seconds_left(done, total, elapsed, done_before);
  return left ? fmt::format(", about {:.0f} s left", *left) : "";
}

// "step 2 of 8: searching" and "searching" are one.
std::string title_within(const std::string& outer, const std::string& what) {
  return outer.ends_with(what) ? outer : fmt::format("{}, {}", outer, what);
}

}  // namespace

std::string progress_line(const std::string& title, std::uint64_t done, std::uint64_t total,
                          std::chrono::seconds elapsed, std::uint64_t done_before, std::size_t columns) {
  constexpr std::size_t bar = 20;
  std::string line = title;
  if (total == 0) {
    line += fmt::format("  {} s", elapsed.count());
  } else {
    const double fraction = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    const auto n_full = static_cast<std::size_t>(fraction * bar);
    line += fmt::format("  [{:#<{}}{:-<{}}]  {:.0f}%", "", n_full, "", bar - n_full, 100 * fraction);
    if (const auto left = seconds_left(std::min(done, total), total, elapsed, done_before))
      line += fmt::format("  ETA {}", time_text(std::ceil(*left)));
  }
  if (columns > 0) line.resize(std::min(line.size(), columns - 1));
  const std::size_t end = std::min(title.size(), line.size());
  const std::size_t colon = title.find(": ");
  const std::size_t begin = std::min(colon == std::string::npos ? 0 : colon + 2, end);
  return line.substr(0, begin) + in_bold(line.substr(begin, end - begin)) + line.substr(end);
}

std::string progress_text(const std::string& what, const std::string& unit, std::uint64_t done, std::uint64_t total,
                          std::chrono::seconds elapsed, std::uint64_t done_before) {
  const std::string spent = fmt::format("{} s", elapsed.count());
  if (unit.empty() && total > 0)
    return fmt::format("{}: {:.0f}%, {}", what, 100 * static_cast<double>(done) / static_cast<double>(total), spent) +
           left_text(done, total, elapsed, done_before);
  if (unit.empty()) return fmt::format("{}: {}", what, spent);
  const auto [size, prefix, decimals] = scale_for(std::max(done, total));
  const std::string so_far = fmt::format("{}: {:.{}f}", what, static_cast<double>(done) / size, decimals);
  if (total == 0) return fmt::format("{} {}{}, {}", so_far, prefix, unit, spent);
  const double fraction = static_cast<double>(done) / static_cast<double>(total);
  const std::string head = fmt::format("{} of {:.{}f} {}{} ({:.0f}%), {}", so_far, static_cast<double>(total) / size,
                                       decimals, prefix, unit, 100 * fraction, spent);
  return head + left_text(done, total, elapsed, done_before);
}

progress::progress(std::string what, std::string unit, std::uint64_t total, std::function<std::uint64_t()> done,
                   bool quiet)
    : what_(std::move(what)),
      unit_(std::move(unit)),
      total_(total),
      done_(std::move(done)),
      done_before_(done_()),
      on_terminal_(is_on_terminal()),
      title_(what_) {
  if (quiet) return;
  if (on_terminal_ && (outer_ = on_the_line.exchange(this)) != nullptr) title_ = title_within(outer_->title_, what_);
  try {
    reporter_ = std::thread([this] { report_until_stopped(); });
  } catch (const std::system_error&) {
    // The system has no thread to give: the run goes on without a word on how far it is.
  }
}

progress::~progress() {
  if (on_the_line == this) on_the_line = outer_;
  if (!reporter_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stopped_.notify_one();
  reporter_.join();
}

void progress::report_until_stopped() {
  std::unique_lock lock(mutex_);
  while (!stopped_.wait_for(lock, on_terminal_ ? terminal_interval : log_interval, [this] { return stopping_; })) {
    try {
      print(std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - started_));
    } catch (const std::bad_alloc&) {  // the run will tell, or it goes on without a word this time
    }
  }
  if (on_terminal_) show_line("");
}

void progress::print(std::chrono::seconds elapsed) const {
  if (!on_terminal_)
    tell("exonweave: {}\n", progress_text(what_, unit_, done_(), total_, elapsed, done_before_));
  else if (on_the_line == this)
    show_line(progress_line(title_, done_(), total_, elapsed, done_before_, terminal_columns()));
}

}  // namespace exonweave::apps
