#include "foresight/estimate_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <tuple>
#include <utility>

namespace exonweave::apps {
namespace {

using json = nlohmann::ordered_json;

// What tells a result: target, sequence, region, and the strands that were tried.
using result_key = std::tuple<std::string, std::string, std::int64_t, std::int64_t, std::string>;
using times_of_results = std::map<result_key, double>;  // seconds

result_key key_of(const json& result) {
  std::string strands;
  for (const json& each : result.at("strands_tried")) strands += each.get<std::string>();
  return {result.at("target").get<std::string>(), result.at("sequence").get<std::string>(),
          result.at("region_start0").get<std::int64_t>(), result.at("region_end0").get<std::int64_t>(), strands};
}

result_key key_of(const locus_target& result, const predict_inputs& read) {
  const alignment_case& first = result.cases.front();
  std::string strands;
  for (const alignment_case& each : result.cases) strands += to_char(each.on);
  return {read.targets.targets[first.target].name, read.sequences.catalog().name(first.sequence), first.region.start,
          first.region.end, strands};
}

// By engine.
void read_summary(const std::string& path, std::map<std::string, times_of_results>& times) {
  std::ifstream file(path);
  std::error_code is_not_there;
  if (!file || std::filesystem::is_directory(path, is_not_there))
    throw missing_input(problem_report{.where = {path}, .what = "cannot be read"});
  try {
    const json summary = json::parse(file);
    times_of_results& of_engine = times[summary.at("parameters").at("engine").get<std::string>()];
    for (const json& result : summary.at("loci")) of_engine[key_of(result)] = result.at("seconds").get<double>();
  } catch (const json::exception&) {
    throw bad_data(
        problem_report{.where = {path}, .what = "no summary of a run", .need = "a file of predict --summary"});
  }
}

// Of results that took 1 ms or more.
std::string errors_text(const std::vector<case_time>& cases) {
  constexpr double least = 1e-3;
  std::vector<double> errors;
  double measured = 0, predicted = 0;
  for (const case_time& each : cases) {
    if (!each.measured) continue;
    measured += *each.measured;
    predicted += each.predicted;
    if (*each.measured >= least) errors.push_back(std::abs(each.predicted / *each.measured - 1));
  }
  if (errors.empty()) return "";
  std::ranges::sort(errors);
  return fmt::format(": half within {:.1f}%, nine of ten within {:.1f}%, all together {:+.1f}%",
                     100 * errors[errors.size() / 2], 100 * errors[errors.size() * 9 / 10],
                     100 * (predicted / measured - 1));
}

}  // namespace

time_chart chart_times(const run_estimate& found, predict_session& session, const std::vector<std::string>& summaries) {
  std::map<std::string, times_of_results> times;
  for (const std::string& path : summaries) read_summary(path, times);
  time_chart chart{"Predicted and measured times of results, one thread", {}};
  for (const engine_estimate& engine : found.engines) {
    const auto measured = times.find(engine.name);
    if (!summaries.empty() && measured == times.end()) continue;
    const times_of_results taken = measured == times.end() ? times_of_results{} : std::move(measured->second);
    times.erase(engine.name);
    time_panel panel{engine.name, "", {}};
    std::size_t n_measured = 0;
    for (std::size_t k = 0; k < found.targets.size(); ++k) {
      case_time& time = panel.cases.emplace_back(case_time{engine.of_results[k], std::nullopt});
      const auto found_time = taken.find(key_of(found.targets[k], session.inputs));
      if (found_time == taken.end()) continue;
      time.measured = found_time->second;
      ++n_measured;
    }
    if (n_measured < taken.size())
      session.problems.warn({.what = "--measured: results that this run does not have",
                             .got = engine.name,
                             .need = "a summary of the same run"});
    panel.note = fmt::format("{} results{}", panel.cases.size(), errors_text(panel.cases));
    chart.panels.push_back(std::move(panel));
  }
  for (const auto& [engine, taken] : times)
    session.problems.warn({.what = "--measured: an engine that is not estimated here", .got = engine});
  return chart;
}

}  // namespace exonweave::apps
