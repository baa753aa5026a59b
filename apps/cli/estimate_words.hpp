// How estimates are reported, of whatever command.
#pragma once

#include <string>
#include <string_view>

namespace exonweave::apps {

/// "0.12 s", "3.4 min", "5.67 h".
std::string time_text(double seconds);

/// "12 kB", "34 MB", "5.6 GB".
std::string size_text(double bytes);

/// Why an engine is taken, by `auto` or not.
std::string reason_text(bool is_automatic, bool is_of_gpu);

constexpr const char* calibrate_hint = "'exonweave calibrate' measures this machine, in a minute";

/// Says on standard error that `what` took so many times what was predicted, where that is far off.
void tell_drift(std::string_view what, double drift);

}  // namespace exonweave::apps
