// Which GPUs engines work on.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace exonweave::apps {

/// Adds --devices N,...; `engines` says of which engines these are the GPUs. Empty: all that are usable.
void add_devices_option(CLI::App& command, std::vector<int>& devices, const std::string& engines);

/// Refuses, before anything is read, GPUs that are not there, or cannot be used, for `--engine engine`. Throws
/// no_usable_device.
void check_devices(const std::string& engine, const std::vector<int>& devices);

}  // namespace exonweave::apps
