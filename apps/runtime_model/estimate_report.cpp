#include "runtime_model/estimate_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "cli/estimate_request.hpp"
#include "cli/estimate_words.hpp"
#include "exons/loci/reading_ways.hpp"

namespace exonweave::apps {
namespace {

using json = nlohmann::ordered_json;

// Those that a budget names.
std::vector<std::size_t> longest_results(const run_estimate& found) {
  constexpr std::size_t most = 5;
  auto order = longest_first(found.engine());
  order.resize(std::min(most, order.size()));
  return order;
}

std::string name_of(const locus_target& result, const predict_inputs& inputs) {
  const alignment_task& first = result.cases.front();
  return fmt::format("{} on {}:{}-{}", inputs.targets.targets[first.target].name,
                     inputs.sequences.catalog().name(first.sequence), first.region.start + 1, first.region.end);
}

json space_entry(const space_estimate& space) {
  return {{"memory_bytes", space.memory},
          {"memory_unbounded_bytes", space.memory_unbounded},
          {"memory_bound_bytes", space.memory_bound},
          {"output_bytes", space.output}};
}

json work_entry(const run_estimate& found) {
  spliced::by_cost_unit costs;
  time_units paper;
  for (const expected_work& each : found.work) {
    costs += each.costs;
    paper += each.paper;
  }
  json entry = units_json(spliced::by_cost_unit().add(costs, found.terms.scale));
  entry["eq3_units"] = found.terms.scale * static_cast<double>(paper.sequential);
  entry["eq4_units"] = found.terms.scale * static_cast<double>(paper.intra);
  entry["eq5_units"] = found.terms.scale * static_cast<double>(paper.inter);
  return entry;
}

std::string sweeps_text(const sweep_plan& plan, unsigned n_threads) {
  const std::size_t n = plan.devices.empty() ? n_threads : plan.devices.size();
  return fmt::format("{} on {} {}{}; they find more results than the search", time_text(plan.seconds), n,
                     plan.devices.empty() ? "thread" : "GPU", n == 1 ? "" : "s");
}

}  // namespace

std::string estimate_text(const run_estimate& found, const predict_inputs& inputs, std::optional<double> budget) {
  const unsigned n_threads = found.terms.n_threads;
  std::string text = fmt::format("results     {:.0f}{}\n", found.n_results,
                                 found.terms.scale > 1 ? ", extrapolated from some of the targets" : "");
  if (found.terms.search_seconds > 0) text += fmt::format("search      {}\n", time_text(found.terms.search_seconds));
  if (found.swept.cells() > 0) text += fmt::format("sweeps      {}\n", sweeps_text(found.sweeps, n_threads));
  if (const double learning = found.engine().learning_seconds; learning > 0)
    text += fmt::format("learning    {}\n", time_text(learning));
  if (found.terms.gene_model_seconds > 0)
    text += fmt::format("gene model  {}\n", time_text(found.terms.gene_model_seconds));
  if (found.terms.completeness_seconds > 0)
    text += fmt::format("completeness {}\n", time_text(found.terms.completeness_seconds));
  for (const engine_estimate& each : found.engines)
    text += fmt::format("{:<11} {} on one thread, nine of ten within {} to {}{}\n", each.name,
                        time_text(each.thread_seconds), time_text(each.low), time_text(each.high),
                        each.is_measured ? "" : ", not measured here");
  text += fmt::format("engine      {}: {}\n", found.engine().name, found.reason);
  text += fmt::format("all         {} on {} thread{}\n", time_text(found.engine().seconds), n_threads,
                      n_threads == 1 ? "" : "s");
  text += fmt::format("memory      {}", size_text(found.space.memory));
  if (found.space.memory < found.space.memory_unbounded)
    text += fmt::format(" by --memory, which is slower and leaves out larger regions; else {}",
                        size_text(found.space.memory_unbounded));
  text += '\n';
  text += fmt::format("output      {}\n", size_text(found.space.output));
  if (budget) {
    const within_budget done = done_in(found.engine(), found.terms, *budget);
    text += fmt::format("budget      {}: {:.0f} results, the shortest, {:.0f}% of them\n", time_text(*budget),
                        done.n_results, 100 * done.fraction);
    for (const std::size_t result : longest_results(found))
      text += fmt::format("longest     {}: {}\n", name_of(found.targets[result], inputs),
                          time_text(found.engine().of_results[result]));
  }
  if (!found.engine().is_measured) text += fmt::format("{}\n", calibrate_hint);
  return text;
}

json estimate_json(const run_estimate& found, const predict_inputs& inputs, std::optional<double> budget) {
  json made = {{"program", "exonweave"}, {"version", EXONWEAVE_VERSION}, {"subcommand", "estimate"}};
  made["results"] = found.n_results;
  made["results_looked_at"] = found.targets.size();
  made["search_seconds"] = found.terms.search_seconds;
  made["learning_seconds"] = found.engine().learning_seconds;
  made["gene_model_seconds"] = found.terms.gene_model_seconds;
  made["completeness_seconds"] = found.terms.completeness_seconds;
  if (found.swept.cells() > 0)
    made.update({{"sweep_cells", found.swept.cells()},
                 {"sweep_seconds", found.sweeps.seconds},
                 {"sweep_gpus", found.sweeps.devices.size()}});
  made["engines"] = json::array();
  for (const engine_estimate& each : found.engines)
    made["engines"].push_back({{"engine", each.name},
                               {"thread_seconds", each.thread_seconds},
                               {"low", each.low},
                               {"high", each.high},
                               {"seconds", each.seconds},
                               {"measured_here", each.is_measured}});
  made["engine"] = found.engine().name;
  made["reason"] = found.reason;
  made["threads"] = found.terms.n_threads;
  made["seconds"] = found.engine().seconds;
  made.update(space_entry(found.space));
  made["work"] = work_entry(found);
  if (found.search_work != spliced::by_cost_unit{}) made["search_work"] = units_json(found.search_work);
  made["calibration"] = found.calibration.empty() ? json(nullptr) : json(found.calibration);
  if (budget) {
    const within_budget done = done_in(found.engine(), found.terms, *budget);
    json longest = json::array();
    for (const std::size_t result : longest_results(found))
      longest.push_back(
          {{"result", name_of(found.targets[result], inputs)}, {"seconds", found.engine().of_results[result]}});
    made["budget"] = {
        {"seconds", *budget}, {"results", done.n_results}, {"share", done.fraction}, {"longest", std::move(longest)}};
  }
  return made;
}

std::string locus_table(const run_estimate& found, const predict_inputs& inputs) {
  const std::vector<double>& seconds = found.engine().of_results;
  std::string table =
      "target_id\tregion_seqid\tregion_start0\tregion_end0\tstrands\tseconds\tmemory_mb\teq3_units\teq4_"
      "units\teq5_units";
  for (const std::string_view name : spliced::by_cost_unit::names) table += fmt::format("\t{}", name);
  table += '\n';
  for (const std::size_t result : longest_first(found.engine())) {
    const alignment_task& first = found.targets[result].cases.front();
    const expected_work& work = found.work[result];
    std::string strands;
    const auto& cases = found.targets[result].cases;
    for (std::size_t k = 0; k < cases.size(); ++k)
      if (!shares_strand(cases, k)) strands += fmt::format("{}{}", strands.empty() ? "" : ",", to_char(cases[k].on));
    table += fmt::format("{}\t{}\t{}\t{}\t{}\t{:.3g}\t{:.1f}\t{}\t{}\t{}", inputs.targets.targets[first.target].name,
                         inputs.sequences.catalog().name(first.sequence), first.region.start, first.region.end, strands,
                         seconds[result], work.memory.all() / 1e6, work.paper.sequential, work.paper.intra,
                         work.paper.inter);
    for (const double count : work.costs.values) table += fmt::format("\t{:.6g}", count);
    table += '\n';
  }
  return table;
}

}  // namespace exonweave::apps
