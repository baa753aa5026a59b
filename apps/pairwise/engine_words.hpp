// Names of the engines of `scan` and `align`, as help and messages list them.
#pragma once

#include <string>
#include <string_view>

namespace exonweave::apps {

/// Of `command`, "scan" or "align", with commas between them.
std::string engine_words(std::string_view command);

/// Likewise those of GPUs alone.
std::string gpu_engine_words(std::string_view command);

}  // namespace exonweave::apps
