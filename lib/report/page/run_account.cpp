#include "report/page/run_account.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "base/files/byte_source.hpp"

namespace exonweave {
namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t most_times = 4000;  // regions, evenly among all: enough to see how they lie
constexpr int greatest_depth = 32;        // what lies deeper is left out: writing it again would climb the stack

std::string whole_text(const std::string& path) {
  byte_source source(path);
  std::string text;
  constexpr std::size_t piece = std::size_t{1} << 16;  // bytes
  for (std::size_t n = piece; n > 0;) {
    const std::size_t n_before = text.size();
    text.resize(n_before + piece);
    n = source.read(text.data() + n_before, piece);
    text.resize(n_before + n);
  }
  return text;
}

// Leaves out what takes most of a file and is not shown.
json parsed(const std::string& text) {
  return json::parse(text, [](int depth, json::parse_event_t event, const json& key) {
    return depth <= greatest_depth && (event != json::parse_event_t::key || (key != "chains" && key != "costs"));
  });
}

bool is_account(const json& run) {
  if (!run.is_object() || run.value("program", json()) != "exonweave") return false;
  const json subcommand = run.value("subcommand", json());
  return subcommand == "predict" || subcommand == "annotate" || subcommand == "merge";
}

// Every so many-th, with the last of them at most `most`.
json times_of(const std::vector<std::pair<double, double>>& all) {
  json some = json::array();
  const std::size_t step = all.size() / most_times + 1;
  for (std::size_t k = 0; k < all.size(); k += step) some.push_back({all[k].first, all[k].second});
  return some;
}

json results_of(const json& regions) {
  std::set<std::string> targets, placed;
  std::vector<std::pair<double, double>> times;
  for (const json& region : regions) {
    if (!region.is_object()) continue;
    const json target = region.value("target", json());
    if (target.is_string()) {
      targets.insert(target.get<std::string>());
      if (region.value("outcome", json()) == "model") placed.insert(target.get<std::string>());
    }
    const json predicted = region.value("predicted_seconds", json()), taken = region.value("cpu_seconds", json());
    if (predicted.is_number() && taken.is_number()) times.emplace_back(predicted.get<double>(), taken.get<double>());
  }
  return {{"targets", targets}, {"with_model", placed.size()}, {"times", times_of(times)}};
}

}  // namespace

json read_run_account(const std::string& path, report& problems) {
  const std::string text = whole_text(path);
  json run;
  try {
    run = parsed(text);
  } catch (const json::exception& error) {
    const std::string_view head = std::string_view(text).substr(0, text.find('\n'));
    problems.error({.where = {path},
                    .what = "not a JSON file",
                    .got = std::string(head.substr(0, 60)),
                    .need = "run.json of annotate, or a file of predict --summary"});
    return nullptr;
  }
  if (!is_account(run)) {
    problems.error({.where = {path},
                    .what = "this JSON does not describe a run",
                    .need = "run.json of annotate, or a file of predict --summary"});
    return nullptr;
  }
  const json regions = run.value("loci", json::array());
  run.erase("loci");
  run.erase("results");
  if (!regions.empty()) run["results"] = results_of(regions);
  return run;
}

std::optional<run_input> input_of_run(const std::string& path, const std::string& role) {
  const json run = json::parse(
      whole_text(path),
      [](int depth, json::parse_event_t event, const json& key) {
        return depth != 1 || event != json::parse_event_t::key || key == "inputs";
      },
      false);
  std::vector<run_input> found;
  if (run.is_object() && run.contains("inputs") && run["inputs"].is_array())
    for (const json& input : run["inputs"])
      if (input.is_object() && input.value("role", json()) == role && input.value("path", json()).is_string() &&
          input.value("bytes", json()).is_number_unsigned())
        found.push_back({input["path"].get<std::string>(), input["bytes"].get<std::uint64_t>()});
  return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

}  // namespace exonweave
