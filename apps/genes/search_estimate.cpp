#include "genes/search_estimate.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "cli/estimate_output.hpp"
#include "cli/estimate_words.hpp"
#include "predict/expected_search.hpp"
#include "predict/find_loci.hpp"
#include "runtime_model/memory/run_memory.hpp"

namespace exonweave::apps {
namespace {

using json = nlohmann::ordered_json;

struct expected_search {
  std::size_t n_sampled = 0;  // loci of the targets that were searched for
  double n_results = 0;       // of all
  by_search_unit work{};
  double thread_seconds = 0;
  double memory = 0;  // bytes
};

expected_search expect_search(const predict_inputs& inputs, const search_run& run, const search_costs& costs) {
  search_rules rules = run.rules;
  rules.n_threads = run.threads.here;
  const searched_loci found = find_loci(inputs.sequences, inputs.targets, run.codes, rules, run.quiet);
  expected_search made{.n_sampled = with_place(found.loci).size()};
  made.n_results = inputs.scale * static_cast<double>(made.n_sampled);
  made.work = expected_search_work(inputs, found.n_window_bases);
  made.thread_seconds = costs.predict(made.work);
  const run_contents contents{.sequences = inputs.sequences.catalog(),
                              .targets = inputs.targets,
                              .is_searched = true,
                              .places = {.loci = found.loci},
                              .scale = inputs.scale};
  made.memory = memory_of_search(contents, run.threads.of_run);
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

json search_json(const expected_search& found, unsigned n_threads, const std::string& calibration) {
  json made = {{"program", "exonweave"}, {"version", EXONWEAVE_VERSION}, {"subcommand", "search"}};
  made["results"] = found.n_results;
  made["results_looked_at"] = found.n_sampled;
  made["search_seconds"] = found.thread_seconds;
  made["threads"] = n_threads;
  made["seconds"] = found.thread_seconds / n_threads;
  made["memory_bytes"] = found.memory;
  for (std::size_t u = 0; u < by_search_unit::names.size(); ++u)
    made["search_work"][std::string(by_search_unit::names[u])] = found.work.values[u];
  made["calibration"] = calibration.empty() ? json(nullptr) : json(calibration);
  return made;
}

}  // namespace

void print_search_estimate(predict_inputs inputs, const search_run& run, const run_costs& costs,
                           const std::string& json_path) {
  estimate_output output(json_path, run.quiet);
  const search_costs& prices = costs.of(&calibration::search);
  const predict_inputs sample = with_few_searched(std::move(inputs), prices);
  const expected_search found = expect_search(sample, run, prices);
  const unsigned n_threads = run.threads.of_run;
  const bool is_measured = costs.are_measured(&calibration::search);
  output.write(search_json(found, n_threads, costs.path()),
               search_text(found, sample.scale > 1, n_threads, is_measured));
  output.commit();
}

}  // namespace exonweave::apps
