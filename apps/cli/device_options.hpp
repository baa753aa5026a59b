// Which engine computes, and on which GPUs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.hpp"

namespace exonweave::apps {

struct named_engine {
  std::string_view name;
  bool is_automatic = false;  // `auto` may take it
};

/// Adds -e,--engine, whose default `engine` has. --help shows auto and those that it may take, --help-all every one.
void add_engine_option(CLI::App& command, std::string& engine, const std::vector<named_engine>& engines,
                       const std::string& help);

/// Adds --devices N,...; `engines` says of which engines these are the GPUs. Empty: all that are usable.
void add_devices_option(CLI::App& command, std::vector<int>& devices, const std::string& engines);

/// Refuses, before anything is read, GPUs that are not there, or cannot be used, for `--engine engine`. Throws
/// no_usable_device.
void check_devices(const std::string& engine, const std::vector<int>& devices);

// The GPUs of this machine, for those that price engines of GPUs or choose one.

/// Names of the GPUs of this machine that can be used.
std::vector<std::string> usable_gpus();

}  // namespace exonweave::apps
