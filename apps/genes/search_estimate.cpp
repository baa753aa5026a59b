#include "genes/search_estimate.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "base/files/output_group.hpp"
#include "base/memory/memory_of_program.hpp"
#include "exons/places/piece_search.hpp"
#include "predict/expected_search.hpp"
#include "predict/find_loci.hpp"
#include "predict/predict_memory.hpp"
#include "shell/estimate_words.hpp"
#include "shell/help_formatter.hpp"
#include "shell/messages.hpp"

namespace exonweave::apps {
namespace {

using json = nlohmann::ordered_json;

struct expected_search {
  std::size_t n_looked_at = 0;  // loci of the targets that were searched for
  double n_results = 0;         // of all
  by_search_unit work{};
  double thread_seconds = 0;
  double memory = 0;  // bytes
};

// Inputs and index of all targets, a piece of the genome for each thread, and loci as they are found and written.
double memory_of_search(const predict_inputs& inputs, unsigned n_threads, const std::vector<found_locus>& loci) {
  std::uint64_t of_loci = 0;
  for (const found_locus& each : loci) of_loci += 2 * sizeof(found_locus) + each.others.size() * sizeof(found_chain);
  return bytes_of_program + static_cast<double>(plan_memory({}, inputs, {}, inputs.scale).searching) +
         static_cast<double>(n_threads * bytes_of_piece) + inputs.scale * static_cast<double>(of_loci);
}

expected_search expect_search(const predict_inputs& inputs, const search_run& run, const search_costs& costs) {
  search_rules rules = run.rules;
  rules.n_threads = run.threads.here;
  const searched_loci found = find_loci(inputs.sequences, inputs.targets, run.code, rules, run.quiet);
  expected_search made{.n_looked_at = with_place(found.loci).size()};
  made.n_results = inputs.scale * static_cast<double>(made.n_looked_at);
  made.work = expected_search_work(inputs, found.n_looked);
  made.thread_seconds = costs.predict(made.work);
  made.memory = memory_of_search(inputs, run.threads.of_run, found.loci);
  return made;
}

std::string search_text(const expected_search& found, bool is_sampled, unsigned n_threads, bool is_measured) {
  std::string text = fmt::format("results     {:.0f}{}\n", found.n_results,
                                 is_sampled ? ", extrapolated from some of the targets" : "");
  text += fmt::format("search      {}\n", time_text(found.thread_seconds));
  text += fmt::format("all         {} on {} thread{}\n", time_text(found.thread_seconds / n_threads), n_threads,
                      n_threads == 1 ? "" : "s");
  text += fmt::format("memory      {}\n", size_text(found.memory));
  return is_measured ? text : text + fmt::format("{}\n", calibrate_hint);
}

std::string search_json(const expected_search& found, unsigned n_threads, const std::string& calibration) {
  json made = {{"program", "exonweave"}, {"version", EXONWEAVE_VERSION}, {"subcommand", "search"}};
  made["results"] = found.n_results;
  made["results_looked_at"] = found.n_looked_at;
  made["search_seconds"] = found.thread_seconds;
  made["threads"] = n_threads;
  made["seconds"] = found.thread_seconds / n_threads;
  made["memory_bytes"] = found.memory;
  for (std::size_t u = 0; u < by_search_unit::names.size(); ++u)
    made["search_work"][std::string(by_search_unit::names[u])] = found.work.values[u];
  made["calibration"] = calibration.empty() ? json(nullptr) : json(calibration);
  return made.dump(1) + "\n";
}

}  // namespace

void add_search_estimate_options(CLI::App& command, search_estimate_options& options) {
  command.add_flag("--estimate", options.is_estimate,
                   "Print the expected time and memory, and stop. --threads may be those of a larger machine");
  command.add_option("--json", options.json, "All figures of the estimate, JSON")->type_name("FILE");
  add_calibration_option(command, options.calibration);
  mark_advanced(command, {"--json"});
}

void print_search_estimate(predict_inputs inputs, const search_run& run, const run_costs& costs,
                           const search_estimate_options& options) {
  std::optional<output_file> json_out;
  if (!options.json.empty()) json_out.emplace(options.json);
  const search_costs& prices = costs.of(&calibration::search);
  const predict_inputs sample = with_few_searched(std::move(inputs), prices);
  const expected_search found = expect_search(sample, run, prices);
  const bool is_measured = costs.are_measured(&calibration::search);
  const std::string text = search_text(found, sample.scale > 1, run.threads.of_run, is_measured);
  if (json_out) {
    json_out->write(search_json(found, run.threads.of_run, costs.path()));
    output_group outputs;
    outputs.add(*json_out);
    outputs.commit();
  }
  if (options.json != "-") {
    output_file out("-");
    out.write(text);
    out.commit();
  } else if (!run.quiet) {
    tell("{}", text);
  }
}

}  // namespace exonweave::apps
