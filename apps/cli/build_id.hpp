// Which build of the program runs: two of one version may give other results.
#pragma once

#include <string>

namespace exonweave::apps {

/// What the linker made of all that the program consists of, in hexadecimal digits. Empty where it noted nothing.
std::string build_id();

}  // namespace exonweave::apps
