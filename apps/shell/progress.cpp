// Printing happens on a thread of its own, so that workers never wait for a terminal.
#include "shell/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>

#include "shell/messages.hpp"

namespace exonweave::apps {
namespace {

const std::string clear_line = "\r\x1b[K";
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

std::string left_text(std::uint64_t done, std::uint64_t total, std::chrono::seconds elapsed,
                      std::uint64_t done_before) {
  if (done <= done_before || elapsed.count() == 0) return "";
  const double left = static_cast<double>(total) - static_cast<double>(done);
  return fmt::format(", about {:.0f} s left",
                     static_cast<double>(elapsed.count()) * left / static_cast<double>(done - done_before));
}

}  // namespace

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
  const double share = static_cast<double>(done) / static_cast<double>(total);
  const std::string head = fmt::format("{} of {:.{}f} {}{} ({:.0f}%), {}", so_far, static_cast<double>(total) / size,
                                       decimals, prefix, unit, 100 * share, spent);
  return head + left_text(done, total, elapsed, done_before);
}

progress::progress(std::string what, std::string unit, std::uint64_t total, std::function<std::uint64_t()> done,
                   bool quiet)
    : what_(std::move(what)),
      unit_(std::move(unit)),
      total_(total),
      done_(std::move(done)),
      done_before_(done_()),
      on_terminal_(::isatty(STDERR_FILENO) == 1) {
  if (!quiet) try {
      reporter_ = std::thread([this] { report_until_stopped(); });
    } catch (const std::system_error&) {
      // The system has no thread to give: the run goes on without a word on how far it is.
    }
}

progress::~progress() {
  if (!reporter_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stopped_.notify_one();
  reporter_.join();
}

void progress::report_until_stopped() {
  bool printed = false;
  std::unique_lock lock(mutex_);
  while (!stopped_.wait_for(lock, on_terminal_ ? terminal_interval : log_interval, [this] { return stopping_; })) {
    try {
      const auto elapsed =
          std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - started_);
      const std::string text = progress_text(what_, unit_, done_(), total_, elapsed, done_before_);
      write_message(on_terminal_ ? clear_line + text : "exonweave: " + text + "\n");
    } catch (const std::bad_alloc&) {  // the run will tell, or it goes on without a word this time
    }
    printed = true;
  }
  if (on_terminal_ && printed) write_message(clear_line);
}

}  // namespace exonweave::apps
