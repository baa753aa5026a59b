// `exonweave calibrate`: measures once what work costs on this machine, for estimate, shard, auto and the time that is
// left.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/files/output.hpp"
#include "cli/closing_line.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/messages.hpp"
#include "cli/subcommands.hpp"
#include "cli/temporary_files.hpp"
#include "cli/terminal.hpp"
#include "cli/timed_rounds.hpp"
#include "cli/usable_gpus.hpp"
#include "cli/word_list.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/engines/engines.hpp"
#include "lab/simulation/simulation_files.hpp"
#include "pairwise/gpu/pairwise_engines.hpp"
#include "pairwise/pairwise_calibration.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_stages.hpp"
#include "runtime_model/calibration/calibration.hpp"
#include "runtime_model/calibration/designed_inputs.hpp"
#include "runtime_model/search_calibration.hpp"

namespace exonweave::apps {
namespace {

struct calibrate_options {
  std::string out;  // empty: the usual place
  std::vector<std::string> engines;
  double seconds = 40;  // of all engines of the CPU together, about
  bool quiet = false;

  /// Where none is named, what is usual.
  [[nodiscard]] bool wants(std::string_view engine, bool is_usual) const {
    return engines.empty() ? is_usual : std::ranges::find(engines, engine) != engines.end();
  }
};

constexpr double seconds_of_gpus = 25;  // for their engines together, about

constexpr std::string_view search_name = "search";
constexpr double fraction_of_search = 0.15, fraction_of_sweeps = 0.03;

// Of the time of an engine; what is done more often has more.
constexpr std::pair<spliced::work_kind, double> kinds_of_work[] = {{spliced::work_kind::protein_on_blocks, 0.4},
                                                                   {spliced::work_kind::protein_on_candidates, 0.25},
                                                                   {spliced::work_kind::cdna_on_candidates, 0.25},
                                                                   {spliced::work_kind::cdna_on_blocks, 0.1}};

// As good as none. Proteins on ORF exons are swept with a limit too, so such inputs no longer go by graphs.
constexpr std::int64_t longest_of_graphs = 1'000'000'000;

predict_options options_of(const designed_input& input, temporary_files& files, const spliced::engine_facts& engine) {
  const simulation made = simulate(input.plan, 1);
  predict_options options;
  options.data.genome = files.write("a genome", [&](const auto& sink) { write_simulated_genome(made, sink); });
  options.data.pairs = files.write("pairs", [&](const auto& sink) { sink(pairs_with_decoys(made)); });
  options.data.targets = {files.write("targets", [&](const auto& sink) {
    input.is_protein() ? write_target_proteins(made.targets, sink) : write_target_cds(made.targets, sink);
  })};
  if (input.with_candidates())
    options.data.candidates = {
        files.write("candidates", [&](const auto& sink) { write_simulated_candidates(made, sink); })};
  else if (input.is_protein())
    options.scoring.splice_model = "vertebrate";
  if (engine.scope.linear_gaps_alone && engine.substitute.empty()) options.scoring.preset = "paper";
  options.engine = engine.name;
  options.models.with_margins = input.with_margins;
  if (input.by_graphs) options.scoring.max_intron.emplace(longest_of_graphs);
  options.journal = no_journal;
  options.calibration = no_calibration;
  options.quiet = true;
  return options;
}

// Engines of the CPU by their time on a processor: what else runs on the machine does not matter then.
void time_results(const predict_options& options, bool by_wall, std::vector<spliced::timed_costs>& samples) {
  check_run(options);
  run_context run(options);
  const predict_inputs inputs = read_run(run);
  progress_notes notes(options, {}, nullptr);
  const planned_run plan = plan_run(run, inputs, {}, notes);
  align(run, plan,
        [&](locus_result&& result) {
          samples.push_back({result.work.costs, by_wall ? result.seconds : result.cpu_seconds});
        },
        {});
}

// Round by round, until so many seconds are over.
measured_costs measure(const spliced::engine_facts& engine, spliced::work_kind kind, double seconds) {
  std::vector<spliced::timed_costs> samples;
  for_rounds(2, seconds, [&](std::size_t round) {
    temporary_files files;
    time_results(options_of(design_input(kind, round, engine), files, engine), engine.is_of_gpu, samples);
  });
  return {std::string(engine.name), kind, spliced::fit_costs(samples, engine.priced)};
}

std::vector<spliced::engine_facts> engines_to_time(const calibrate_options& options, bool has_gpu) {
  std::vector<spliced::engine_facts> chosen;
  for (const spliced::engine_facts& each : gpu::known_engines().facts())
    if (options.wants(each.name, !each.is_of_gpu || has_gpu)) chosen.push_back(each);
  return chosen;
}

// Of scan and align: those that auto may take, and the others of a CPU.
std::vector<const pairwise_engine*> pairwise_to_time(const calibrate_options& options, bool has_gpu) {
  std::vector<const pairwise_engine*> chosen;
  for (const pairwise_engine& each : gpu::pairwise_engines())
    if (options.wants(each.name, !each.is_of_gpu || (has_gpu && each.is_automatic))) chosen.push_back(&each);
  return chosen;
}

// Each once.
std::vector<std::string_view> names_of_engines() {
  std::vector<std::string_view> names;
  for (const spliced::engine_facts& each : gpu::known_engines().facts()) names.push_back(each.name);
  for (const pairwise_engine& each : gpu::pairwise_engines())
    if (std::ranges::find(names, each.name) == names.end()) names.push_back(each.name);
  names.push_back(search_name);
  return names;
}

std::vector<std::string> parse_engines(const std::string& option, const std::string& text) {
  return parse_word_list(option, text, names_of_engines());
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(now));
}

std::string row_of(const measured_costs& each) {
  return fmt::format("{:<11} {:<21} {:>8} {:>13.1f}% {:>12.1f}% {:>7.2f} to {:.2f}\n", each.engine,
                     to_string(each.kind), each.model.n_runs, 100 * each.model.median_error,
                     100 * each.model.late_error, each.model.low, each.model.high);
}

// The usual place may not be there yet.
std::string prepare_place(const calibrate_options& options) {
  if (!options.out.empty()) return options.out;
  const std::string path = usual_calibration_path();
  if (path.empty())
    throw bad_usage(
        {.what = "--out: no usual place for a calibration", .need = "--out FILE", .hint = "there is no HOME"});
  std::error_code failed;
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, failed);
  if (failed)
    throw cannot_create(
        problem_report{.where = {folder.string()}, .what = "cannot make the folder: " + failed.message()});
  return path;
}

void check_gpus(const std::vector<spliced::engine_facts>& engines, const std::vector<const pairwise_engine*>& pairwise,
                const calibration& made) {
  if (!made.machine.gpus.empty()) return;
  const auto check = [](std::string_view name, bool is_of_gpu) {
    if (is_of_gpu) throw no_usable_device({.what = fmt::format("--engines {}: {}", name, gpu::discover().why_none)});
  };
  for (const spliced::engine_facts& each : engines) check(each.name, each.is_of_gpu);
  for (const pairwise_engine* each : pairwise) check(each->name, each->is_of_gpu);
}

// What was measured on this machine before, but for what was measured now, goes on to be known.
void keep_others(const std::string& path, calibration& made) {
  std::error_code is_not_there;
  if (!std::filesystem::is_regular_file(path, is_not_there)) return;
  report problems;
  const calibration before = read_calibration(path, problems);
  if (problems.error_count() > 0)
    tell("{}{}: earlier measurements cannot be read and are lost\n", warning_head(), path);
  if (problems.error_count() > 0 || before.version != made.version ||
      !difference(before.machine, made.machine, true).empty())
    return;
  for (const measured_costs& each : before.costs)
    if (made.find(each.engine, each.kind) == nullptr) made.costs.push_back(each);
  if (!made.search) made.search = before.search;
  if (!made.bounds) made.bounds = before.bounds;
  for (const pairwise_engine& each : gpu::pairwise_engines())
    if (const pairwise_costs* found = before.find(each); found != nullptr && made.find(each) == nullptr)
      made.pairwise.push_back(*found);
}

// What finds places before anything is aligned.
void measure_places(const calibrate_options& options, double of_search, double of_sweeps, calibration& made) {
  if (!options.quiet) tell("exonweave: {}\n", search_name);
  made.search = measure_search(of_search);
  if (!options.quiet) tell("exonweave: exhaustive sweeps\n");
  made.bounds = measure_bounds(of_sweeps);
}

void calibrate(const calibrate_options& options) {
  calibration made{EXONWEAVE_VERSION, today(), this_machine(usable_gpus()), {}};
  const auto engines = engines_to_time(options, !made.machine.gpus.empty());
  const auto pairwise = pairwise_to_time(options, !made.machine.gpus.empty());
  check_gpus(engines, pairwise, made);
  const std::string path = prepare_place(options);
  output_file out(path);
  const bool is_alone = path == "-";  // on standard output
  stage_clock clock;
  double of_cpu = 0, of_gpu = 0;  // shares
  for (const spliced::engine_facts& each : engines) (each.is_of_gpu ? of_gpu : of_cpu) += each.trial_fraction;
  for (const pairwise_engine* each : pairwise) (each->is_of_gpu ? of_gpu : of_cpu) += each->trial_fraction;
  const bool times_search = options.wants(search_name, true);
  if (times_search) of_cpu += fraction_of_search + fraction_of_sweeps;
  const auto seconds_for = [&](double fraction, bool is_of_gpu) {
    return fraction * (is_of_gpu ? seconds_of_gpus / of_gpu : options.seconds / of_cpu);
  };
  std::string table = "engine      kind of work           results  half within  nine in ten  90% of ratios\n";
  for (const spliced::engine_facts& each : engines)
    for (const auto& [kind, fraction] : kinds_of_work) {
      if (!each.scope.takes(kind)) continue;
      const double fraction_of_kind = each.scope.candidates_alone ? 1 : fraction;  // there is one kind for it
      const double seconds = seconds_for(each.trial_fraction * fraction_of_kind, each.is_of_gpu);
      if (!options.quiet) tell("exonweave: {}, {}\n", each.name, to_string(kind));
      table += row_of(made.costs.emplace_back(measure(each, kind, seconds)));
    }
  for (const pairwise_engine* each : pairwise) {
    if (!options.quiet) tell("exonweave: {}, {}\n", each->name, each->command);
    made.pairwise.push_back({std::string(each->command), std::string(each->name),
                             measure_pairwise(*each, seconds_for(each->trial_fraction, each->is_of_gpu))});
  }
  if (times_search)
    measure_places(options, seconds_for(fraction_of_search, false), seconds_for(fraction_of_sweeps, false), made);
  const std::size_t n_measured =
      made.costs.size() + made.pairwise.size() + (made.search ? 1 : 0) + (made.bounds ? 1 : 0);
  if (!is_alone) keep_others(path, made);
  out.write(to_yaml(made));
  out.finish();
  if (!is_alone) {
    output_file shown("-");
    shown.write(table);
    shown.commit();
  }
  out.commit();
  if (options.quiet) return;
  if (!is_alone) tell("exonweave: {}\n", path);
  print_closing_line({{n_measured, "calibration", "calibrations"}}, clock.total());
}

}  // namespace

void add_calibrate(CLI::App& app) {
  CLI::App* command = app.add_subcommand("calibrate", "Measure the speed of this machine, once, in a minute");
  show_examples(*command,
                {{{"exonweave calibrate"}, "Measure all engines, for the estimates of later runs on this machine."}});
  const auto options = std::make_shared<calibrate_options>();
  command
      ->add_option("-o,--out", options->out,
                   "Calibration, YAML (default: $EXONWEAVE_CALIBRATION, else exonweave/calibration.yaml in "
                   "$XDG_CONFIG_HOME or ~/.config; all subcommands read it there)")
      ->type_name("FILE");
  add_parsed_option(*command, "--engines", options->engines, parse_engines,
                    "Engines to measure, separated by commas. 'search' is the search for loci, the exhaustive "
                    "sweeps and the gene model (default: all that this machine can run)",
                    "NAME,...");
  add_parsed_option(
      *command, "--seconds", options->seconds,
      [](const std::string& option, const std::string& text) {
        return static_cast<double>(parse_count(option, text, 1, 86'400));
      },
      "Time for the engines of the CPU together, seconds (default: 40)", "N");
  command->add_flag("-q,--quiet", options->quiet, "Print no progress and no closing line");
  mark_advanced(*command, {"--engines", "--seconds"});
  command->callback([options] { calibrate(*options); });
}

}  // namespace exonweave::apps
