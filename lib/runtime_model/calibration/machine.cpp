#include "runtime_model/calibration/machine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <string_view>
#include <thread>
#include <utility>

#include "spliced/engine/simd/tile_machine.hpp"

namespace exonweave {
namespace {

// Of /proc/cpuinfo: what stands after `key`, of the first processor.
std::string value_of(std::string_view key) {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(':');
    if (!line.starts_with(key) || colon == std::string::npos || colon + 2 > line.size()) continue;
    return line.substr(colon + 2);
  }
  return "";
}

std::string cpu_name() {
  for (const std::string_view key : {"model name", "Processor", "CPU part"})
    if (std::string name = value_of(key); !name.empty()) return name;
  return "unknown";
}

std::string names(const std::vector<std::string>& gpus) {
  return gpus.empty() ? "no GPU" : fmt::format("{}", fmt::join(gpus, ", "));
}

}  // namespace

machine_traits this_machine(std::vector<std::string> gpus) {
  return {cpu_name(), std::string(spliced::instruction_set()), std::max(1u, std::thread::hardware_concurrency()),
          std::move(gpus)};
}

std::string difference(const machine_traits& measured, const machine_traits& here, bool with_gpus) {
  const auto other = [](const std::string& is, const std::string& was) { return fmt::format("{}, not {}", is, was); };
  if (measured.cpu != here.cpu) return other(here.cpu, measured.cpu);
  if (measured.instructions != here.instructions) return other(here.instructions, measured.instructions);
  if (with_gpus && measured.gpus != here.gpus) return other(names(here.gpus), names(measured.gpus));
  return "";
}

}  // namespace exonweave
