#include "runtime_model/calibration/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/files/numbers.hpp"
#include "base/files/yaml_map.hpp"
#include "exons/settings/setting_values.hpp"
#include "runtime_model/calibration/usual_machine.hpp"

namespace exonweave {
namespace {

using spliced::cost_model;
using spliced::work_kind;

constexpr std::size_t max_depth = 4;
constexpr std::string_view form = "7";  // of the file: its units of work, and that it has an end

constexpr std::string_view end_mark = "whole";  // what the last line says

constexpr std::array shares{std::pair("low", &cost_model::low), std::pair("high", &cost_model::high),
                            std::pair("median_error", &cost_model::median_error),
                            std::pair("late_error", &cost_model::late_error)};

template <class Costs>
constexpr bool has_shares = std::is_same_v<Costs, cost_model>;

// What runs of it are called.
template <class Costs>
constexpr const char* count_name = has_shares<Costs> ? "results" : "runs";

// Of the units those that cost something.
template <class Costs>
std::string prices_text(const Costs& costs) {
  std::string text = fmt::format("    {}: {}\n", count_name<Costs>, costs.n_runs);
  if constexpr (has_shares<Costs>)
    for (const auto& [name, member] : shares) text += fmt::format("    {}: {:.3f}\n", name, costs.*member);
  text += "    seconds:\n";
  for (std::size_t u = 0; u < costs.seconds.names.size(); ++u)
    if (costs.seconds.values[u] > 0)
      text += fmt::format("      {}: {:.6g}\n", costs.seconds.names[u], costs.seconds.values[u]);
  return text;
}

// What stands in a map, as the members that it fills.
class calibration_reader {
 public:
  calibration_reader(std::string file, report& problems) : file_(std::move(file)), problems_(problems) {}

  calibration read(const yaml_node& root) {
    calibration made;
    const yaml_map keys =
        map(root, {"a calibration", "calibration: " + std::string(form)},
            {"calibration", "version", "date", "machine", "costs", "pairwise", "search", "sweeps", "end"});
    const auto* marked = keys.find("calibration");
    if (marked == nullptr || marked->value->text != form) {
      error(root, "not a calibration of this program", marked == nullptr ? "" : shown(*marked->value),
            fmt::format("calibration: {}", form));
      return made;
    }
    made.version = text(keys, root, "version");
    made.date = text(keys, root, "date");
    if (const auto* found = required(keys, root, "machine")) made.machine = machine(*found);
    if (const auto* found = required(keys, root, "costs"))
      made.costs = entries<measured_costs>(*found, "costs", [this](const yaml_node& node) { return entry(node); });
    if (const auto* entry = keys.find("pairwise"))
      made.pairwise = entries<pairwise_costs>(*entry->value, "pairwise",
                                              [this](const yaml_node& node) { return pairwise_entry(node); });
    if (const auto* entry = keys.find("search"))
      made.search = section<search_costs>(*entry->value, "costs of a search");
    if (const auto* entry = keys.find("sweeps"))
      made.bounds = section<bound_costs>(*entry->value, "costs of exhaustive sweeps");
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

  static bool are_of_same(const measured_costs& one, const measured_costs& other) {
    return one.engine == other.engine && one.kind == other.kind;
  }
  static bool are_of_same(const pairwise_costs& one, const pairwise_costs& other) {
    return one.command == other.command && one.engine == other.engine;
  }

  template <class Entry, class Read>
  std::vector<Entry> entries(const yaml_node& node, std::string_view name, const Read& read_entry) {
    std::vector<Entry> made;
    if (node.is == yaml_node::kind::null) return made;
    if (node.is != yaml_node::kind::sequence) {
      error(node, fmt::format("{} is no list", name), shown(node), "an entry for each engine");
      return made;
    }
    for (const yaml_node& each : node.children) {
      Entry read = read_entry(each);
      if (std::ranges::any_of(made, [&](const Entry& other) { return are_of_same(other, read); }))
        error(each, "costs of an engine for one kind of work stand twice", read.engine, "");
      made.push_back(std::move(read));
    }
    return made;
  }

  measured_costs entry(const yaml_node& node) {
    const yaml_map keys = map(node, {"costs of an engine", "engine: simd"},
                              {"engine", "kind", "results", "low", "high", "median_error", "late_error", "seconds"});
    measured_costs made{text(keys, node, "engine"), kind(keys, node)};
    read_prices(keys, node, made.model);
    return made;
  }

  pairwise_costs pairwise_entry(const yaml_node& node) {
    const yaml_map keys = map(node, {"costs of an engine of scan or align", "engine: scan-cpu"},
                              {"command", "engine", "runs", "seconds"});
    pairwise_costs made{text(keys, node, "command"), text(keys, node, "engine")};
    if (made.command != "scan" && made.command != "align")
      error(node, "unknown command", made.command, "scan or align");
    read_prices(keys, node, made.model);
    return made;
  }

  template <class Costs>
  Costs section(const yaml_node& node, const char* what) {
    Costs made;
    read_prices(map(node, {what, "runs: 10"}, {"runs", "seconds"}), node, made);
    return made;
  }

  work_kind kind(const yaml_map& keys, const yaml_node& node) {
    const std::string name = text(keys, node, "kind");
    for (std::size_t k = 0; k < spliced::n_work_kinds; ++k)
      if (name == to_string(static_cast<work_kind>(k))) return static_cast<work_kind>(k);
    error(node, "unknown kind of work", name, "one such as protein_on_blocks");
    return work_kind::cdna_on_candidates;
  }

  template <class Costs>
  void read_prices(const yaml_map& keys, const yaml_node& node, Costs& made) {
    constexpr const char* count = count_name<Costs>;
    if (const auto* found = required(keys, node, count)) made.n_runs = static_cast<std::size_t>(number(*found, count));
    if constexpr (has_shares<Costs>)
      for (const auto& [name, member] : shares)
        if (const auto* found = required(keys, node, name)) made.*member = number(*found, name);
    const auto* seconds = required(keys, node, "seconds");
    if (seconds == nullptr) return;
    const auto& names = made.seconds.names;
    const yaml_map prices = map(*seconds, {"seconds of units of work", "cell: 1e-10"}, {names.begin(), names.end()});
    for (std::size_t u = 0; u < names.size(); ++u)
      if (const auto* entry = prices.find(names[u])) made.seconds.values[u] = number(*entry->value, names[u]);
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

const pairwise_costs* calibration::find(const pairwise_engine& engine) const {
  const auto found = std::ranges::find_if(pairwise, [&](const pairwise_costs& each) {
    return each.command == engine.command && each.engine == engine.name;
  });
  return found == pairwise.end() ? nullptr : &*found;
}

std::string to_yaml(const calibration& measured) {
  std::string text = fmt::format(
      "# What units of work cost on a machine, in seconds of one thread (exonweave calibrate).\n"
      "calibration: {}\nversion: {}\ndate: {}\nmachine:\n  cpu: {}\n  instructions: {}\n  cores: {}\n  gpus:",
      form, quoted(measured.version), quoted(measured.date), quoted(measured.machine.cpu),
      quoted(measured.machine.instructions), measured.machine.n_cores);
  for (const std::string& gpu : measured.machine.gpus) text += "\n    - " + quoted(gpu);
  text += "\ncosts:\n";
  for (const measured_costs& each : measured.costs)
    text += fmt::format("  - engine: {}\n    kind: {}\n{}", each.engine, to_string(each.kind), prices_text(each.model));
  if (!measured.pairwise.empty()) text += "pairwise:\n";
  for (const pairwise_costs& each : measured.pairwise)
    text += fmt::format("  - command: {}\n    engine: {}\n{}", each.command, each.engine, prices_text(each.model));
  if (measured.search) text += "search:\n" + prices_text(*measured.search);
  if (measured.bounds) text += "sweeps:\n" + prices_text(*measured.bounds);
  return text + fmt::format("end: {}\n", end_mark);
}

calibration read_calibration(const std::string& path, report& problems) {
  const std::size_t n_before = problems.error_count();
  const yaml_node root = read_yaml(path, max_depth, problems);
  return problems.error_count() == n_before ? calibration_reader(path, problems).read(root) : calibration{};
}

const calibration& usual_calibration() {
  static const calibration usual = [] {
    constexpr const char* name = "usual_machine.yaml";
    report problems;
    calibration made =
        calibration_reader(name, problems).read(parse_yaml(usual_machine_yaml, name, max_depth, problems));
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
