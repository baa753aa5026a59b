// `exonweave devices`: the GPUs that exonweave can use, or why it can use none.
#include "gpu/device/devices.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/files/output.hpp"
#include "base/files/report.hpp"
#include "cli/help_formatter.hpp"
#include "cli/subcommands.hpp"

namespace exonweave::apps {
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

}  // namespace exonweave::apps
