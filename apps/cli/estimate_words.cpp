#include "cli/estimate_words.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "cli/messages.hpp"

namespace exonweave::apps {

std::string time_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.2g} s", seconds);
  if (seconds < 100 * 60) return fmt::format("{:.2g} min", seconds / 60);
  return fmt::format("{:.3g} h", seconds / 3600);
}

std::string size_text(double bytes) {
  if (bytes < 1e6) return fmt::format("{:.0f} kB", bytes / 1e3);
  if (bytes < 1e9) return fmt::format("{:.0f} MB", bytes / 1e6);
  return fmt::format("{:.{}f} GB", bytes / 1e9, bytes < 1e10 ? 1 : 0);
}

std::string reason_text(bool is_automatic, bool is_of_gpu) {
  if (!is_automatic) return "--engine";
  return is_of_gpu ? "a GPU pays for so much work" : "the fastest of a CPU, and no GPU pays here";
}

void tell_drift(std::string_view what, double drift) {
  constexpr double most = 1.3;
  if (drift < most && drift > 1 / most) return;
  tell("exonweave: {} took {:.2f} times as long as predicted; {}\n", what, drift, calibrate_hint);
}

}  // namespace exonweave::apps
