#include "estimate_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "exons/prediction/expected_times.hpp"
#include "exons/search/locus_search.hpp"
#include "predict_journal.hpp"
#include "predict_memory.hpp"
#include "predict_run.hpp"
#include "predict_training.hpp"

namespace exonweave::apps {
namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t most_searched = 200;  // targets, to see how many loci there are

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

// Every so many of the targets; returns how many stand for one.
double keep_some(target_set& targets, std::size_t most) {
  const std::size_t n = targets.targets.size();
  if (n <= most) return 1;
  std::vector<target> kept;
  for (std::size_t at = 0; at < most; ++at) kept.push_back(std::move(targets.targets[at * n / most]));
  targets.targets = std::move(kept);
  return static_cast<double>(n) / static_cast<double>(most);
}

// What all rounds of learning align.
std::vector<spliced::by_cost_unit> costs_of_learning(predict_session& session, double scale) {
  const std::size_t n_rounds = training_rounds(session.options, session.inputs);
  if (n_rounds == 0) return {};
  const auto cases = cases_to_learn_from(session.inputs);
  prediction_input input = session.input();
  input.cases = &cases;
  const auto targets = targets_of(input);
  auto costs = expected_costs(
      input, make_prediction_options(for_learning(session.options), session.inputs, session.engine()),
      targets);
  // Of a sample of the targets there are fewer lessons than there will be.
  const double n_lessons = static_cast<double>(std::max<std::size_t>(1, targets.size()));
  const double more = std::min(scale, std::max(1.0, static_cast<double>(most_lessons) / n_lessons));
  for (auto& each : costs)
    for (double& value : each.values) value *= more * static_cast<double>(n_rounds);
  return costs;
}

std::string reason_of(const predict_session& session) {
  if (session.options.engine != "auto") return "--engine";
  return session.engine().name() == "cuda" ? "so many targets on candidates with linear gaps pay for a GPU"
                                           : "the fastest of a CPU, and no GPU pays here";
}

std::string time_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.2g} s", seconds);
  if (seconds < 100 * 60) return fmt::format("{:.2g} min", seconds / 60);
  return fmt::format("{:.3g} h", seconds / 3600);
}

}  // namespace

double run_estimate::total(unsigned n_threads) const {
  const double all = search_seconds + learning_seconds + scale * sum(seconds);
  const double longest = seconds.empty() ? 0 : std::ranges::max(seconds);
  return std::max(all / n_threads, longest);
}

within_budget done_in(const run_estimate& found, double seconds, unsigned n_threads) {
  double left = seconds * n_threads - found.search_seconds - found.learning_seconds;
  std::vector<double> shortest = found.seconds;
  std::ranges::sort(shortest);
  std::size_t n = 0;
  while (n < shortest.size() && found.scale * shortest[n] <= left) left -= found.scale * shortest[n++];
  return {found.scale * static_cast<double>(n),
          shortest.empty() ? 1 : static_cast<double>(n) / static_cast<double>(shortest.size())};
}

run_estimate estimate_run(predict_session& session) {
  run_estimate found;
  const bool is_searched = session.inputs.is_searched;
  double n_residues = 0;
  for (const target& each : session.inputs.targets.targets)
    n_residues += static_cast<double>(each.residues.size());
  if (is_searched) found.scale = keep_some(session.inputs.targets, most_searched);
  progress_notes notes(session.options, {}, nullptr);
  session.find_cases(notes);
  session.how = make_prediction_options(session.options, session.inputs, session.engine());

  const prediction_input input = session.input();
  found.targets = targets_of(input);
  if (is_searched)
    found.search_seconds =
        expected_search_seconds(count_nt(session.inputs.sequences.catalog()), n_residues, found.n_results());
  const auto costs = expected_costs(input, *session.how, found.targets);
  const auto learning = costs_of_learning(session, found.scale);
  found.taken = session.engine().name();
  found.reason = reason_of(session);
  const auto letters = target_letters_of(session.inputs.targets.kind);
  const auto& model = spliced::default_cost_model(found.taken, letters);
  found.seconds = expected_seconds(costs, model);
  found.learning_seconds = sum(expected_seconds(learning, model));
  for (const char* name : {"simd", "scalar", "sequential"}) {
    const auto& of = spliced::default_cost_model(name, letters);
    const double seconds = found.search_seconds + sum(expected_seconds(learning, of)) +
                           found.scale * sum(expected_seconds(costs, of));
    found.engines.push_back({name, seconds, seconds * of.low, seconds * of.high});
  }
  return found;
}

std::string estimate_text(const run_estimate& found, const predict_session& session,
                          std::optional<double> budget) {
  const unsigned n_threads = session.options.n_threads;
  std::string text = fmt::format("results     {:.0f}{}\n", found.n_results(),
                                 found.scale > 1 ? ", about: as many as some targets have" : "");
  if (found.search_seconds > 0) text += fmt::format("search      {}\n", time_text(found.search_seconds));
  if (found.learning_seconds > 0) text += fmt::format("learning    {}\n", time_text(found.learning_seconds));
  for (const engine_estimate& each : found.engines)
    text += fmt::format("{:<11} {}, 90% of runs {} to {}; one thread\n", each.name, time_text(each.seconds),
                        time_text(each.low), time_text(each.high));
  text += fmt::format("engine      {}: {}\n", found.taken, found.reason);
  text += fmt::format("all         {} on {} thread{}\n", time_text(found.total(n_threads)), n_threads,
                      n_threads == 1 ? "" : "s");
  text +=
      fmt::format("memory      at most {:.2g} GB\n", static_cast<double>(memory_of(session.options)) / 1e9);
  if (budget) {
    const within_budget done = done_in(found, *budget, n_threads);
    text += fmt::format("budget      {}: {:.0f} results, {:.0f}%\n", time_text(*budget), done.n_results,
                        100 * done.share);
  }
  return text;
}

json estimate_json(const run_estimate& found, const predict_session& session, std::optional<double> budget) {
  const unsigned n_threads = session.options.n_threads;
  json made = {{"program", "exonweave"}, {"version", EXONWEAVE_VERSION}, {"subcommand", "estimate"}};
  made["results"] = found.n_results();
  made["results_looked_at"] = found.targets.size();
  made["search_seconds"] = found.search_seconds;
  made["learning_seconds"] = found.learning_seconds;
  made["engines"] = json::array();
  for (const engine_estimate& each : found.engines)
    made["engines"].push_back(
        {{"engine", each.name}, {"thread_seconds", each.seconds}, {"low", each.low}, {"high", each.high}});
  made["engine"] = found.taken;
  made["reason"] = found.reason;
  made["threads"] = n_threads;
  made["seconds"] = found.total(n_threads);
  made["memory_bytes"] = memory_of(session.options);
  if (budget) {
    const within_budget done = done_in(found, *budget, n_threads);
    made["budget"] = {{"seconds", *budget}, {"results", done.n_results}, {"share", done.share}};
  }
  return made;
}

std::string locus_table(const run_estimate& found, const predict_session& session) {
  std::vector<std::size_t> order(found.targets.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t at) { return found.seconds[at]; });
  std::string table = "target_id\tregion_seqid\tregion_start0\tregion_end0\tstrands\tseconds\n";
  for (const std::size_t at : order) {
    const alignment_case& first = found.targets[at].cases.front();
    std::string strands;
    for (const alignment_case& each : found.targets[at].cases)
      strands += fmt::format("{}{}", strands.empty() ? "" : ",", to_char(each.on));
    table += fmt::format("{}\t{}\t{}\t{}\t{}\t{:.3g}\n", session.inputs.targets.targets[first.target].name,
                         session.inputs.sequences.catalog().name(first.sequence), first.region.start,
                         first.region.end, strands, found.seconds[at]);
  }
  return table;
}

}  // namespace exonweave::apps
