// `exonweave search`: where in a genome protein targets have homologues, as a table of pairs for predict.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/output_group.hpp"
#include "cli/data_options.hpp"
#include "cli/estimate_request.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/input_watch.hpp"
#include "cli/messages.hpp"
#include "cli/options.hpp"
#include "cli/run_costs.hpp"
#include "cli/stage_clock.hpp"
#include "cli/subcommands.hpp"
#include "exons/loci/locus_search.hpp"
#include "exons/loci/shared_regions.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/targets.hpp"
#include "exons/writers/plain_writers.hpp"
#include "predict/expected_run.hpp"
#include "predict/find_loci.hpp"
#include "predict/predict_inputs.hpp"
#include "runtime_model/memory/run_memory.hpp"

namespace exonweave::apps {
namespace {

// What `exonweave search --estimate` finds out, and how it says it.

struct search_run {
  genetic_codes codes;
  search_rules rules;
  thread_numbers threads;
  bool quiet = false;
};

using json = nlohmann::ordered_json;

struct expected_search {
  std::size_t n_sampled = 0;  // loci of the targets that were searched for
  double n_results = 0;       // of all
  spliced::by_cost_unit work{};
  double thread_seconds = 0;
  double memory = 0;  // bytes
};

expected_search expect_search(const predict_inputs& inputs, const search_run& run, const spliced::cost_model& prices) {
  search_rules rules = run.rules;
  rules.n_threads = run.threads.here;
  const searched_loci found = find_loci(inputs.sequences, inputs.targets, run.codes, rules, run.quiet);
  expected_search made{.n_sampled = with_place(found.loci).size()};
  made.n_results = inputs.scale * static_cast<double>(made.n_sampled);
  made.work = expected_search_work(inputs, found.n_window_bases);
  made.thread_seconds = prices.predict(made.work);
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
  made["search_work"] = units_json(found.work);
  made["calibration"] = calibration.empty() ? json(nullptr) : json(calibration);
  return made;
}

// Searches with some of the targets, where all would take long, and says what the search of all takes: as text to
// standard output, or to standard error where JSON goes there. `json_path`: of its figures; empty: none. Throws
// io_failure, run_stopped.
void print_search_estimate(predict_inputs inputs, const search_run& run, const std::string& json_path) {
  estimate_output output(json_path, run.quiet);
  const predict_inputs sample = with_few_searched(std::move(inputs));
  const run_costs& costs = sample.rules.costs;
  const spliced::cost_model& prices = costs.prices();
  const expected_search found = expect_search(sample, run, prices);
  const unsigned n_threads = run.threads.of_run;
  const bool is_measured = costs.are_measured();
  output.write(search_json(found, n_threads, costs.path()),
               search_text(found, sample.scale > 1, n_threads, is_measured));
  output.commit();
}

struct search_options {
  data_options data;  // genome, targets
  genetic_code_requests codes;
  search_rules rules;
  thread_numbers threads;
  std::string out = "-";
  std::string paf_out;  // empty: none
  bool quiet = false;
  estimate_request estimate;
};

void warn_if_empty(const target_set& targets, const std::vector<found_locus>& loci, report& problems) {
  if (loci.empty()) problems.warn({.where = {targets.path()}, .what = "no target has a locus: the result is empty"});
}

// Without residues there is nothing to find, and no doubt about their kind.
target_set read_proteins(const data_options& options, report& problems) {
  target_set targets = options.kind == target_type::recognise ? read_likely_proteins(options.targets, problems)
                                                              : read_targets(options.targets, options.kind, problems);
  if (targets.kind == molecule::dna && problems.error_count() == 0)
    problems.error({.where = {targets.path()},
                    .what = "DNA targets: search is for proteins",
                    .need = "proteins",
                    .hint = "translate them"});
  return targets;
}

// The genome and proteins, that nothing else is known of.
predict_inputs read_inputs_of_search(const search_options& options, report& problems) {
  target_set targets = read_proteins(options.data, problems);
  predict_inputs read{.sequences = genome::open(options.data.genome, problems), .targets = std::move(targets)};
  read.n_residues = static_cast<double>(count_residues(read.targets));
  return read;
}

void estimate_search(const search_options& options) {
  std::vector<named_path> inputs = input_paths(options.data);
  inputs.push_back(calibration_input(options.estimate.calibration));
  check_paths(inputs, {{"--json", options.estimate.json}});
  input_watch watch(inputs);
  report problems;
  run_costs costs = run_costs::read(options.estimate.calibration, problems);
  predict_inputs read = read_inputs_of_search(options, problems);
  read.rules.costs = std::move(costs);
  watch.all_are_open();
  print_warnings(problems);
  problems.throw_if_errors();
  genetic_codes codes = codes_of(options.codes, read.sequences.catalog());
  print_search_estimate(std::move(read), {std::move(codes), options.rules, options.threads, options.quiet},
                        options.estimate.json);
}

// Where any has one.
void warn_without_locus(const target_set& targets, const std::vector<found_locus>& loci, bool is_sensitive,
                        report& problems) {
  if (loci.empty()) return;
  std::vector<bool> is_found(targets.targets.size());
  for (const found_locus& each : loci) is_found[each.where.target] = true;
  for (std::size_t t = 0; t < is_found.size(); ++t)
    if (!is_found[t])
      problems.warn({.where = targets.where(targets.targets[t]),
                     .what = "target without a locus",
                     .got = targets.targets[t].name,
                     .hint = is_sensitive ? "" : "--sensitive finds more"});
}

void run(const search_options& options) {
  if (options.estimate.is_estimate) return estimate_search(options);
  if (!options.estimate.json.empty()) refuse_without_estimate("--json");
  stage_clock clock;
  if (!options.quiet) clock.show({step_of("read"), step_of("search"), step_of("write")});
  clock.begin("read");
  const std::vector<named_path> inputs = input_paths(options.data);
  check_paths(inputs, {{"--out", options.out}, {"--paf-out", options.paf_out}});
  input_watch watch(inputs);
  output_file out(options.out);
  std::optional<output_file> paf;
  if (!options.paf_out.empty()) paf.emplace(options.paf_out);
  report problems;
  const target_set targets = read_proteins(options.data, problems);
  genome sequences = genome::open(options.data.genome, problems);
  watch.all_are_open();
  print_warnings(problems);
  problems.throw_if_errors();
  search_rules rules = options.rules;
  rules.n_threads = options.threads.here;
  clock.begin("search");
  const auto found =
      find_loci(sequences, targets, codes_of(options.codes, sequences.catalog()), rules, options.quiet).loci;
  clock.begin("write");
  auto loci = with_shared_regions(with_place(found), options.rules.flank.value_or(far_flank));
  sort_by_place(targets, loci);
  write_locus_pairs(loci, sequences.catalog(), targets, [&](std::string_view text) { out.write(text); });
  if (paf) write_locus_paf(loci, sequences.catalog(), targets, [&](std::string_view text) { paf->write(text); });
  clock.end();
  report after;
  warn_if_empty(targets, loci, after);
  warn_without_locus(targets, loci, rules.is_sensitive, after);
  warn_of_limits(found, targets, options.rules, after);
  print_and_check(after, watch);
  output_group outputs;
  outputs.add(out);
  if (paf) outputs.add(*paf);
  outputs.commit();
  if (!options.quiet) print_closing_line({{loci.size(), "locus", "loci"}}, clock.total());
}

void add_rules(CLI::App& command, search_rules& rules) {
  command.add_flag("--seed-soft-masked", rules.seeds_soft_masked,
                   "Seed in soft-masked (lower-case) bases as well (default: only if nothing else is found)");
  add_parsed_option(command, "--max-intron", rules.max_intron, parse_length,
                    fmt::format("Longest intron, nt; 0: no introns (default: {})", rules.max_intron), "N");
  add_parsed_option(command, "--flank", rules.flank, parse_length,
                    fmt::format("Bases that a region has on each side of a locus, nt (default: {}; {} where an end of "
                                "the target is not found)",
                                usual_flank, far_flank),
                    "N");
  add_parsed_option(command, "--max-evalue", rules.max_e_value, parse_e_value,
                    fmt::format("Highest E-value of a locus, for each target (default: {})", rules.max_e_value), "E");
  add_parsed_option(
      command, "--max-loci", rules.max_n_loci,
      [](const std::string& option, const std::string& text) { return parse_count(option, text, 1, 1'000'000); },
      fmt::format("Most loci of a target; the best ones are kept (default: {}). For each, ten matches are examined, {} "
                  "at least",
                  rules.max_n_loci, rules.max_windows),
      "N");
  add_parsed_option(command, "--min-loci-score", rules.min_fraction, parse_fraction,
                    fmt::format("Lowest score of a locus, as a share of the target's best one, 0 to 1 (default: {})",
                                rules.min_fraction),
                    "SHARE");
  mark_advanced(command, {"--seed-soft-masked", "--flank", "--min-loci-score"});
}

}  // namespace

void add_search(CLI::App& app) {
  auto* command = app.add_subcommand("search", "Find the loci of proteins in a genome");
  show_examples(*command,
                {{{"exonweave search genome.fa proteins.fa -o pairs.tsv"},
                  "Find the loci of the proteins. 'exonweave predict --pairs pairs.tsv' aligns them there."}});
  auto options = std::make_shared<search_options>();
  begin_option_group(*command, "Input");
  add_genome_input(*command, options->data, presence::required);
  add_target_inputs(*command, options->data, presence::required, "PROTEINS", "Proteins to find");
  add_genetic_code_option(*command, options->codes);
  begin_option_group(*command, "Loci");
  command->add_flag("--sensitive", options->rules.is_sensitive,
                    "More sensitive search for proteins below about 45% identity, in more time");
  add_rules(*command, options->rules);
  begin_option_group(*command, "Output");
  command
      ->add_option("-o,--out", options->out,
                   "Table of regions and their targets, for predict --pairs (default: standard output)")
      ->type_name("FILE");
  command->add_option("--paf-out", options->paf_out, "Loci without flanks, for predict --hits, PAF")->type_name("FILE");
  begin_option_group(*command, "Run");
  add_threads_option(*command, options->threads, run_place::elsewhere, help_of_threads);
  add_estimate_request(*command, options->estimate, help_of_estimate);
  command->add_flag("-q,--quiet", options->quiet, "Print no progress and no closing line");
  command->callback([options] { run(*options); });
}

}  // namespace exonweave::apps
