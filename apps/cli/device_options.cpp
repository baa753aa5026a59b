#include "cli/device_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/files/file_text.hpp"
#include "base/files/output.hpp"
#include "base/files/report.hpp"
#include "cli/help_formatter.hpp"
#include "cli/options.hpp"
#include "cli/subcommands.hpp"
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

void add_engine_option(CLI::App& command, engine_choice engine, const std::vector<named_engine>& engines,
                       const std::string& help) {
  std::string every = "auto", common = every;
  for (const auto& [name, is_automatic] : engines) {
    every += fmt::format("|{}", name);
    if (is_automatic) common += fmt::format("|{}", name);
  }
  add_text_option(
      command, "-e,--engine",
      [engine](const std::string& text) {
        const std::size_t mark = text.find(':');
        engine.name = text.substr(0, mark);
        if (mark != std::string::npos) engine.devices = parse_devices("--engine", text.substr(mark + 1));
      },
      help, every);
  show_common_values(command, "--engine", common);
  add_parsed_option(command, "--devices", engine.devices, parse_devices, "GPUs of --engine", "N,...");
  mark_superseded(command, "--devices", "a part of --engine, as in --engine cuda:0,2");
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
      throw no_usable_device({.what = "--engine: there is no such GPU",
                              .got = std::to_string(index),
                              .need = fmt::format("numbers below {}", found.devices.size()),
                              .hint = "'exonweave devices' lists them"});
    if (!device->why_unusable.empty())
      throw no_usable_device({.what = fmt::format("--engine: GPU {}: {}", index, device->why_unusable), .hint = hint});
  }
}

std::vector<std::string> usable_gpus() {
  std::vector<std::string> names;
  for (const gpu::device_info& each : gpu::discover().devices)
    if (each.why_unusable.empty()) names.push_back(each.name);
  return names;
}

// `exonweave devices`: the GPUs that exonweave can use, or why it can use none.

namespace {

using json = nlohmann::ordered_json;

constexpr double bytes_per_gib = 1024.0 * 1024.0 * 1024.0;

std::string table(const gpu::discovery& found) {
  std::string text = fmt::format("CUDA driver {}, runtime {}\n", gpu::version_text(found.driver_version),
                                 gpu::version_text(found.runtime_version));
  for (const auto& device : found.devices)
    text += fmt::format("GPU {}: {}, {:.1f} GiB, compute capability {}.{}, {} multiprocessors{}\n", device.index,
                        device.name, static_cast<double>(device.memory) / bytes_per_gib, device.capability_major,
                        device.capability_minor, device.multiprocessors,
                        device.why_unusable.empty() ? "" : ", not usable: " + device.why_unusable);
  return text;
}

json describe(const gpu::device_info& device) {
  return {{"index", device.index},
          {"name", device.name},
          {"memory_bytes", device.memory},
          {"compute_capability", fmt::format("{}.{}", device.capability_major, device.capability_minor)},
          {"multiprocessors", device.multiprocessors},
          {"shared_memory_per_block_bytes", device.shared_memory_per_block},
          {"usable", device.why_unusable.empty()},
          {"why_unusable", device.why_unusable}};
}

// Versions that do not exist (no driver, no toolkit) are null.
json version_or_null(int version) { return version == 0 ? json() : json(gpu::version_text(version)); }

json describe(const gpu::discovery& found) {
  json devices = json::array();
  for (const auto& device : found.devices) devices.push_back(describe(device));
  return {{"driver_version", version_or_null(found.driver_version)},
          {"runtime_version", version_or_null(found.runtime_version)},
          {"devices", devices},
          {"why_none", found.why_none}};
}

void run(bool as_json) {
  const gpu::discovery found = gpu::discover();
  output_file out("-");
  if (as_json)
    out.write(describe(found).dump(2, ' ', false, json::error_handler_t::replace) + "\n");
  else if (!found.devices.empty())
    out.write(table(found));
  out.commit();
  if (found.why_none.empty()) return;
  problem_report problem;
  problem.what = "no usable GPU: " + found.why_none;
  throw no_usable_device(problem);
}

}  // namespace

void add_devices(CLI::App& app) {
  auto* command = app.add_subcommand("devices", "List the GPUs that exonweave can use");
  show_examples(*command, {{{"exonweave devices"}, "List the GPUs, or say why exonweave can use no GPU."}});
  auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json, "Print JSON");
  command->callback([as_json] { run(*as_json); });
}

void engine_warnings::add(const std::string& what) {
  const std::lock_guard lock(mutex_);
  reported_.push_back(what);
}

void engine_warnings::tell(report& problems) const {
  for (const std::string& what : reported_) problems.warn({.what = what});
}

}  // namespace exonweave::apps
