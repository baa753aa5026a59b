#include "runtime_model/calibration/calibration.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/files/file_text.hpp"
#include "base/files/yaml_map.hpp"
#include "exons/settings/setting_values.hpp"
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

namespace {

using spliced::cost_model;

constexpr std::size_t max_depth = 4;
constexpr std::string_view form = "8";  // of the file: its units of work, and that it has an end

constexpr std::string_view end_mark = "whole";  // what the last line says

constexpr std::array shares{std::pair("low", &cost_model::low), std::pair("high", &cost_model::high),
                            std::pair("median_error", &cost_model::median_error)};

// What stands in a map, as the members that it fills.
class calibration_reader {
 public:
  calibration_reader(std::string file, report& problems) : file_(std::move(file)), problems_(problems) {}

  calibration read(const yaml_node& root) {
    calibration made;
    const yaml_map keys =
        map(root, {"a calibration", "calibration: " + std::string(form)},
            {"calibration", "version", "date", "machine", "low", "high", "median_error", "seconds", "end"});
    const auto* marked = keys.find("calibration");
    if (marked == nullptr || marked->value->text != form) {
      error(root, "not a calibration of this program", marked == nullptr ? "" : shown(*marked->value),
            fmt::format("calibration: {}", form));
      return made;
    }
    made.version = text(keys, root, "version");
    made.date = text(keys, root, "date");
    if (const auto* found = required(keys, root, "machine")) made.machine = machine(*found);
    for (const auto& [name, member] : shares)
      if (const auto* found = required(keys, root, name)) made.prices.*member = number(*found, name);
    if (const auto* found = required(keys, root, "seconds")) made.prices.seconds = seconds(*found);
    if (const auto* end = keys.find("end"); end == nullptr || end->value->text != end_mark)
      error(root, "the calibration is cut: it has no end", end == nullptr ? "" : shown(*end->value),
            fmt::format("end: {} as its last line", end_mark));
    return made;
  }

 private:
  yaml_map map(const yaml_node& node, const yaml_map_kind& kind, const std::vector<std::string>& known) {
    return {node, kind, known, file_, problems_};
  }

  void error(const yaml_node& node, std::string what, std::string got, std::string need) {
    problems_.error({.where = {file_, node.line},
                     .what = std::move(what),
                     .got = std::move(got),
                     .need = std::move(need),
                     .hint = "'exonweave calibrate' makes a new one"});
  }

  const yaml_node* required(const yaml_map& keys, const yaml_node& node, std::string_view name) {
    if (const auto* entry = keys.find(name)) return entry->value;
    error(node, fmt::format("{} is missing", name), "", "");
    return nullptr;
  }

  std::string text(const yaml_map& keys, const yaml_node& node, std::string_view name) {
    const yaml_node* value = required(keys, node, name);
    return value == nullptr ? "" : text(*value, fmt::format("{} is no text", name), "");
  }

  // Of bytes that `to_yaml` would keep.
  std::string text(const yaml_node& value, const std::string& fault, const char* need) {
    if (value.is != yaml_node::kind::scalar) {
      error(value, fault, shown(value), need);
    } else if (!is_text(value.text)) {
      error(value, fault, "", "UTF-8 without control characters");
    }
    return value.text;
  }

  double number(const yaml_node& value, std::string_view name) {
    constexpr double most = 1e9;
    const auto parsed = is_plain_scalar(value) ? parse_real(value.text) : parsed_number<double>{};
    if (parsed.ok() && parsed.value >= 0 && parsed.value <= most) return parsed.value;
    error(value, fmt::format("{} is no number", name), shown(value), "a number from 0 to 1000000000");
    return 0;
  }

  machine_traits machine(const yaml_node& node) {
    const yaml_map keys = map(node, {"a machine", "cpu: \"...\""}, {"cpu", "instructions", "cores", "gpus"});
    machine_traits made{text(keys, node, "cpu"), text(keys, node, "instructions")};
    if (const auto* cores = required(keys, node, "cores"))
      made.n_cores = static_cast<unsigned>(number(*cores, "cores"));
    const auto* gpus = required(keys, node, "gpus");
    if (gpus == nullptr || gpus->is == yaml_node::kind::null) return made;
    if (gpus->is != yaml_node::kind::sequence) {
      error(*gpus, "gpus is no list", shown(*gpus), "- \"...\"");
      return made;
    }
    for (const yaml_node& each : gpus->children) made.gpus.push_back(text(each, "no name of a GPU", "- \"...\""));
    return made;
  }

  spliced::by_cost_unit seconds(const yaml_node& node) {
    spliced::by_cost_unit made;
    const auto& names = made.names;
    const yaml_map prices = map(node, {"seconds of units of work", "cell: 1e-10"}, {names.begin(), names.end()});
    for (std::size_t u = 0; u < names.size(); ++u)
      if (const auto* found = required(prices, node, names[u])) made.values[u] = number(*found, names[u]);
    return made;
  }

  std::string file_;
  report& problems_;
};

}  // namespace

std::string to_yaml(const calibration& measured) {
  std::string text = fmt::format(
      "# What units of work cost on a machine, in seconds of one thread (exonweave calibrate).\n"
      "calibration: {}\nversion: {}\ndate: {}\nmachine:\n  cpu: {}\n  instructions: {}\n  cores: {}\n  gpus:",
      form, quoted(measured.version), quoted(measured.date), quoted(measured.machine.cpu),
      quoted(measured.machine.instructions), measured.machine.n_cores);
  for (const std::string& gpu : measured.machine.gpus) text += "\n    - " + quoted(gpu);
  text += '\n';
  for (const auto& [name, member] : shares) text += fmt::format("{}: {:.3f}\n", name, measured.prices.*member);
  text += "seconds:\n";
  const spliced::by_cost_unit& seconds = measured.prices.seconds;
  for (std::size_t u = 0; u < seconds.names.size(); ++u)
    text += fmt::format("  {}: {:.6g}\n", seconds.names[u], seconds.values[u]);
  return text + fmt::format("end: {}\n", end_mark);
}

calibration read_calibration(const std::string& path, report& problems) {
  const std::size_t n_before = problems.error_count();
  const yaml_node root = read_yaml(path, max_depth, problems);
  return problems.error_count() == n_before ? calibration_reader(path, problems).read(root) : calibration{};
}

// Sweeps, search and gene model by runs on genomes, graphs by simulated genes, on a core with AVX-512; GPUs by
// exhaustive sweeps of *S. pombe* on an H100 (docs/benchmarks/log/estimate.md, exhaustive.md).
const calibration& usual_calibration() {
  static const calibration usual{
      .version = "0.1.0",
      .date = "2026-12-01",
      .machine = {"AMD EPYC", "AVX3", 2, {"NVIDIA H100"}},
      .prices = {.seconds = {{3.54e-4, 4.86e-8, 8.12e-8, 8.53e-11, 5e-11, 5.7e-7, 1.27e-12, 0.4}},
                 .low = 0.8,
                 .high = 1.3,
                 .median_error = 0.1}};
  return usual;
}

std::string usual_calibration_path() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets them
    return std::string(value == nullptr ? "" : value);
  };
  constexpr const char* file = "/exonweave/calibration.yaml";
  if (std::string path = variable("EXONWEAVE_CALIBRATION"); !path.empty()) return path;
  if (const std::string config = variable("XDG_CONFIG_HOME"); !config.empty()) return config + file;
  if (const std::string home = variable("HOME"); !home.empty()) return home + "/.config" + file;
  return "";
}

}  // namespace exonweave
