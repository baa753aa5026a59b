// The GPUs of this machine, for those that price engines of GPUs or choose one.
#pragma once

#include <string>
#include <vector>

namespace exonweave::apps {

/// Names of the GPUs of this machine that can be used.
std::vector<std::string> usable_gpus();

}  // namespace exonweave::apps
