#include "exons/calibration/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include "exons/calibration/usual_machine.hpp"
#include "exons/io/parse_number.hpp"
#include "exons/io/yaml_map.hpp"
#include "exons/scoring/setting_values.hpp"

namespace exonweave {
namespace {

using spliced::cost_model;
using spliced::work_kind;

constexpr std::size_t most_depth = 4;
constexpr std::string_view form = "4";  // of the file: its units of work

constexpr std::array shares{std::pair("low", &cost_model::low), std::pair("high", &cost_model::high),
                            std::pair("median_error", &cost_model::median_error),
                            std::pair("late_error", &cost_model::late_error)};

std::string_view name_of(std::size_t unit) { return to_string(static_cast<spliced::cost_unit>(unit)); }

std::string costs_text(const measured_costs& costs) {
  std::string text = fmt::format("  - engine: {}\n    kind: {}\n    results: {}\n", costs.engine,
                                 to_string(costs.kind), costs.n_results);
  for (const auto& [name, member] : shares)
    text += fmt::format("    {}: {:.3f}\n", name, costs.model.*member);
  text += "    seconds:\n";
  for (std::size_t u = 0; u < spliced::n_cost_units; ++u)
    if (costs.model.seconds.values[u] > 0)
      text += fmt::format("      {}: {:.6g}\n", name_of(u), costs.model.seconds.values[u]);
  return text;
}

// What stands in a map, as the members that it fills.
class calibration_reader {
 public:
  calibration_reader(std::string file, report& problems) : file_(std::move(file)), problems_(problems) {}

  calibration read(const yaml_node& root) {
    calibration made;
    const yaml_map keys = map(root, {"a calibration", "calibration: " + std::string(form)},
                              {"calibration", "version", "date", "machine", "costs"});
    const auto* marked = keys.find("calibration");
    if (marked == nullptr || marked->value->text != form) {
      error(root, "not a calibration of this program", marked == nullptr ? "" : shown(*marked->value),
            fmt::format("calibration: {}", form));
      return made;
    }
    made.version = text(keys, root, "version");
    made.date = text(keys, root, "date");
    if (const auto* at = required(keys, root, "machine")) made.machine = machine(*at);
    if (const auto* at = required(keys, root, "costs")) made.costs = costs(*at);
    return made;
  }

 private:
  yaml_map map(const yaml_node& node, const yaml_map_kind& kind, const std::vector<std::string>& known) {
    return {node, kind, known, file_, problems_};
  }

  void error(const yaml_node& at, std::string what, std::string got, std::string need) {
    problems_.error({{file_, at.line},
                     std::move(what),
                     std::move(got),
                     std::move(need),
                     "'exonweave calibrate' makes it anew"});
  }

  const yaml_node* required(const yaml_map& keys, const yaml_node& of, std::string_view name) {
    if (const auto* at = keys.find(name)) return at->value;
    error(of, fmt::format("{} is missing", name), "", "");
    return nullptr;
  }

  std::string text(const yaml_map& keys, const yaml_node& of, std::string_view name) {
    const yaml_node* value = required(keys, of, name);
    if (value != nullptr && value->is != yaml_node::kind::scalar)
      error(*value, fmt::format("{} is no text", name), shown(*value), "");
    return value == nullptr ? "" : value->text;
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
    for (const yaml_node& each : gpus->children) {
      const bool is_name = gpus->is == yaml_node::kind::sequence && each.is == yaml_node::kind::scalar;
      is_name ? made.gpus.push_back(each.text) : error(each, "no name of a GPU", shown(each), "- \"...\"");
    }
    if (gpus->is == yaml_node::kind::scalar) error(*gpus, "gpus is no list", shown(*gpus), "- \"...\"");
    return made;
  }

  std::vector<measured_costs> costs(const yaml_node& node) {
    std::vector<measured_costs> made;
    if (node.is != yaml_node::kind::sequence) {
      error(node, "costs are no list", shown(node), "an entry for each engine");
      return made;
    }
    for (const yaml_node& each : node.children) {
      measured_costs read = entry(each);
      const bool is_twice = std::ranges::any_of(made, [&](const measured_costs& other) {
        return other.engine == read.engine && other.kind == read.kind;
      });
      if (is_twice) error(each, "costs of an engine for one kind of work stand twice", read.engine, "");
      made.push_back(std::move(read));
    }
    return made;
  }

  measured_costs entry(const yaml_node& node) {
    const yaml_map keys =
        map(node, {"costs of an engine", "engine: simd"},
            {"engine", "kind", "results", "low", "high", "median_error", "late_error", "seconds"});
    measured_costs made{text(keys, node, "engine"), kind(keys, node), 0, {}};
    if (const auto* at = required(keys, node, "results"))
      made.n_results = static_cast<std::size_t>(number(*at, "results"));
    for (const auto& [name, member] : shares)
      if (const auto* at = required(keys, node, name)) made.model.*member = number(*at, name);
    if (const auto* at = required(keys, node, "seconds")) made.model.seconds = seconds(*at);
    return made;
  }

  work_kind kind(const yaml_map& keys, const yaml_node& of) {
    const std::string name = text(keys, of, "kind");
    for (std::size_t k = 0; k < spliced::n_work_kinds; ++k)
      if (name == to_string(static_cast<work_kind>(k))) return static_cast<work_kind>(k);
    error(of, "unknown kind of work", name, "one such as protein_on_blocks");
    return work_kind::cdna_on_candidates;
  }

  spliced::by_cost_unit seconds(const yaml_node& node) {
    std::vector<std::string> known;
    for (std::size_t u = 0; u < spliced::n_cost_units; ++u) known.emplace_back(name_of(u));
    const yaml_map keys = map(node, {"seconds of units of work", "cell: 1e-10"}, known);
    spliced::by_cost_unit made;
    for (std::size_t u = 0; u < spliced::n_cost_units; ++u)
      if (const auto* at = keys.find(known[u])) made.values[u] = number(*at->value, known[u]);
    return made;
  }

  std::string file_;
  report& problems_;
};

}  // namespace

const measured_costs* calibration::find(std::string_view engine, work_kind kind) const {
  const auto found = std::ranges::find_if(
      costs, [&](const measured_costs& each) { return each.engine == engine && each.kind == kind; });
  return found == costs.end() ? nullptr : &*found;
}

std::string to_yaml(const calibration& measured) {
  std::string text = fmt::format(
      "# What units of work cost on a machine, in seconds of one thread (exonweave calibrate).\n"
      "calibration: {}\nversion: {}\ndate: {}\nmachine:\n  cpu: {}\n  instructions: {}\n  cores: {}\n  gpus:",
      form, quoted(measured.version), quoted(measured.date), quoted(measured.machine.cpu),
      quoted(measured.machine.instructions), measured.machine.n_cores);
  for (const std::string& gpu : measured.machine.gpus) text += "\n    - " + quoted(gpu);
  text += "\ncosts:\n";
  for (const measured_costs& each : measured.costs) text += costs_text(each);
  return text;
}

calibration read_calibration(const std::string& path, report& problems) {
  const std::size_t n_before = problems.error_count();
  const yaml_node root = read_yaml(path, most_depth, problems);
  return problems.error_count() == n_before ? calibration_reader(path, problems).read(root) : calibration{};
}

const calibration& usual_calibration() {
  static const calibration usual = [] {
    constexpr const char* name = "usual_machine.yaml";
    report problems;
    calibration made =
        calibration_reader(name, problems).read(parse_yaml(usual_machine_yaml, name, most_depth, problems));
    problems.throw_if_errors();
    return made;
  }();
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
