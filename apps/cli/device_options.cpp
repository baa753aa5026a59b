#include "cli/device_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>

#include "base/files/file_text.hpp"
#include "base/files/report.hpp"
#include "cli/help_formatter.hpp"
#include "cli/options.hpp"
#include "gpu/device/devices.hpp"

namespace exonweave::apps {
namespace {

std::vector<int> parse_devices(const std::string& option, const std::string& text) {
  constexpr std::uint64_t max_devices = 1024;
  std::vector<int> devices;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const auto index = parse_plain_integer(text.substr(start, comma - start));
    const bool is_new = index && std::ranges::find(devices, *index) == devices.end();
    if (!is_new || *index < 0 || static_cast<std::uint64_t>(*index) >= max_devices)
      throw bad_usage({.what = option + ": not numbers of GPUs", .got = text, .need = "distinct numbers such as 0,2"});
    devices.push_back(static_cast<int>(*index));
    start = comma + 1;
  }
  return devices;
}

}  // namespace

void add_engine_option(CLI::App& command, std::string& engine, const std::vector<named_engine>& engines,
                       const std::string& help) {
  std::string every = "auto", common = every;
  for (const auto& [name, is_automatic] : engines) {
    every += fmt::format("|{}", name);
    if (is_automatic) common += fmt::format("|{}", name);
  }
  command.add_option("-e,--engine", engine, help)->type_name(every);
  show_common_values(command, "--engine", common);
}

void add_devices_option(CLI::App& command, std::vector<int>& devices, const std::string& engines) {
  add_parsed_option(
      command, "--devices", devices, parse_devices,
      fmt::format("GPUs of {} by their numbers in 'exonweave devices', such as 0,2 (default: all)", engines), "N,...");
  mark_advanced(command, {"--devices"});
}

// Without a usable GPU that is what to say first.
void check_devices(const std::string& engine, const std::vector<int>& devices) {
  constexpr const char* hint = "--engine auto runs on the CPU";
  const gpu::discovery found = gpu::discover();
  if (!found.why_none.empty())
    throw no_usable_device({.what = "--engine " + engine + ": " + found.why_none, .hint = hint});
  for (const int index : devices) {
    const auto device = std::ranges::find(found.devices, index, &gpu::device_info::index);
    if (device == found.devices.end())
      throw no_usable_device({.what = "--devices: there is no such GPU",
                              .got = std::to_string(index),
                              .need = fmt::format("numbers below {}", found.devices.size()),
                              .hint = "'exonweave devices' lists them"});
    if (!device->why_unusable.empty())
      throw no_usable_device({.what = fmt::format("--devices: GPU {}: {}", index, device->why_unusable), .hint = hint});
  }
}

std::vector<std::string> usable_gpus() {
  std::vector<std::string> names;
  for (const gpu::device_info& each : gpu::discover().devices)
    if (each.why_unusable.empty()) names.push_back(each.name);
  return names;
}

}  // namespace exonweave::apps
