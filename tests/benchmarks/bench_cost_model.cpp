// Fits what units of work cost an engine (spliced::cost_model) to results that runs have timed, and prints the row of
// lib/spliced/planning/default_costs.inc, with the errors for results that the fit has not seen.
//
//   bench_cost_model ENGINE nucleotides|amino_acids SUMMARY...
//
// SUMMARY: files of `exonweave predict --summary`, of runs of that engine on one thread.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "spliced/planning/cost_model.hpp"

using namespace exonweave::spliced;

namespace {

void add_samples(const std::string& path, std::vector<timed_costs>& samples) {
  const auto summary = nlohmann::json::parse(std::ifstream(path));
  for (const auto& result : summary.at("loci")) {
    timed_costs sample{{}, result.at("seconds").get<double>()};
    for (std::size_t u = 0; u < n_cost_units; ++u)
      sample.costs.values[u] =
          result.at("costs").at(std::string(to_string(static_cast<cost_unit>(u)))).get<double>();
    samples.push_back(sample);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv, argv + argc);
  if (arguments.size() < 4) return 64;
  std::vector<timed_costs> samples;
  for (const std::string& path : std::span(arguments).subspan(3)) add_samples(path, samples);
  const cost_model model = fit_costs(samples);
  double measured = 0, predicted = 0;
  for (const timed_costs& each : samples) {
    measured += each.seconds;
    predicted += model.predict(each.costs);
  }
  fmt::print("// {} results, {:.3g} s; all together predicted within {:+.1f}%\n", samples.size(), measured,
             100 * (predicted / measured - 1));
  std::vector<std::string> seconds;
  for (const double each : model.seconds.values) seconds.push_back(fmt::format("{:.3g}", each));
  fmt::print("{{\"{}\", target_letters::{}, {{{{{{{}}}}}, {:.2f}, {:.2f}, {:.2f}, {:.2f}}}}},\n",
             arguments[1], arguments[2], fmt::join(seconds, ", "), model.low, model.high, model.median_error,
             model.late_error);
}
