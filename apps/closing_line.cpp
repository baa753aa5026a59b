#include "closing_line.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>

#include "messages.hpp"

namespace exonweave::apps {
namespace {

// The largest part of this process that was in memory at once.
std::uint64_t peak_memory() {
  struct rusage used {};
  ::getrusage(RUSAGE_SELF, &used);
  return static_cast<std::uint64_t>(used.ru_maxrss) * 1024;  // Linux counts in KiB
}

}  // namespace

std::string closing_text(const std::vector<counted_things>& counts, double seconds,
                         std::uint64_t peak_bytes) {
  std::string text;
  for (const auto& [n, one, many] : counts) text += fmt::format("{} {}, ", n, n == 1 ? one : many);
  return text + fmt::format("{:.1f} s, {:.0f} MB peak", seconds, static_cast<double>(peak_bytes) / 1e6);
}

void print_closing_line(const std::vector<counted_things>& counts, double seconds) {
  tell("exonweave: {}\n", closing_text(counts, seconds, peak_memory()));
}

}  // namespace exonweave::apps
