// What help and messages of predict say of engines, from the facts of these.
#pragma once

#include <string>

namespace exonweave::apps {

/// Those that work on the GPUs of --devices: "cuda".
std::string device_engine_words();

/// What `auto` takes: "simd, or cuda where that is faster".
std::string automatic_engine_words();

/// What graphs and rows may take where nobody says: "1G per thread, with cuda 4G".
std::string thread_memory_words();

}  // namespace exonweave::apps
