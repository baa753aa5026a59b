// `exonweave calibrate`: measures once what work costs on this machine, for estimate, shard, auto and the time that is
// left.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/files/file_system.hpp"
#include "base/files/output.hpp"
#include "cli/device_options.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/messages.hpp"
#include "cli/options.hpp"
#include "cli/subcommands.hpp"
#include "exons/gene_finding/gene_finder.hpp"
#include "exons/gene_finding/gene_learning.hpp"
#include "exons/loci/locus_search.hpp"
#include "gpu/device/devices.hpp"
#include "lab/simulation/simulation_files.hpp"
#include "pairwise/engine/pairwise_engine.hpp"
#include "pairwise/gpu/pairwise_engines.hpp"
#include "pairwise/scan/scan_engine.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_stages.hpp"
#include "runtime_model/calibration/calibration.hpp"
#include "runtime_model/calibration/designed_input.hpp"
#include "runtime_model/run_estimate/run_estimate.hpp"
#include "runtime_model/times/expected_times.hpp"
#include "spliced/engine/simd/simd.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave::apps {

// Files for what a process makes up and reads itself, where a reader wants a path.

/// Without names: they are gone with the process, however that ends.
class temporary_files {
 public:
  temporary_files() = default;
  temporary_files(const temporary_files&) = delete;
  temporary_files& operator=(const temporary_files&) = delete;
  ~temporary_files() {
    for (const int descriptor : descriptors_) ::close(descriptor);
  }

  /// Writes one and returns the path by which this process reads it.
  template <class Write>
  std::string write(const char* what, const Write& write_to) {
    unnamed_file file(what);
    write_to([&file](std::string_view text) { file.append(text); });
    descriptors_.push_back(file.release());
    return fmt::format("/proc/self/fd/{}", descriptors_.back());
  }

 private:
  std::vector<int> descriptors_;
};

namespace {

using spliced::cost_unit;

struct calibrate_options {
  std::string out;      // empty: the usual place
  double seconds = 40;  // about
  bool quiet = false;
};

// Time of this process on processors: what else runs on the machine does not matter then.
class work_timer {
 public:
  [[nodiscard]] double seconds() const { return static_cast<double>(std::clock() - started_) / CLOCKS_PER_SEC; }

 private:
  std::clock_t started_ = std::clock();
};

// Measures works of all kinds, one after the other.
class machine_timer {
 public:
  /// Round by round, until so many seconds are over.
  void measure(double seconds) {
    constexpr std::size_t fewest_rounds = 2;
    const stage_clock elapsed;
    for (std::size_t round = 0; round < fewest_rounds || elapsed.total() < seconds; ++round) {
      time_candidates(design_candidates(round));
      time_genome(design_genome(round), round);
    }
  }

  /// On the first usable GPU, if there is one: what a scan takes that begins, and more like it.
  void measure_gpu() {
    constexpr std::size_t n_runs = 4, n_sequences = 20'000, n_queries = 20, length = 400;
    const pairwise_engine& facts = *gpu::find_pairwise_engine("scan", "scan-cuda");
    const target_set proteins = searched_proteins({}, 0);
    owned_blocks database;
    for (std::size_t k = 0; k < n_sequences; ++k)
      database.add(spliced::encode_protein(proteins.targets[k % proteins.targets.size()].residues));
    const auto matrix = spliced::named_protein_matrix("BLOSUM62").value();
    const auto query = spliced::encode_protein(std::string(length, 'M'));
    const std::vector<scan_query> queries(n_queries, {query, 120});
    double n_residues = 0;
    for (const auto each : database.view().lengths) n_residues += static_cast<double>(each);
    const by_pairwise_unit work = work_of_query(length, n_residues);
    for (std::size_t run = 0; run < n_runs; ++run) {
      const stage_clock clock;
      const auto engine = gpu::scan_engines({.devices = {gpu::first_usable_device()}, .warn = {}}).make(facts.name);
      (void)engine->open(database.view(), {&matrix, {11, 1}})->scan(queries, nullptr);
      spliced::timed_costs& sample = samples_.emplace_back(spliced::timed_costs{{}, clock.total()});
      sample.work[cost_unit::launch] = run == 0 ? 1 : 0;
      sample.work[cost_unit::device_cell] = static_cast<double>(n_queries) * facts.rates.times(work);
    }
  }

  [[nodiscard]] const std::vector<spliced::timed_costs>& samples() const { return samples_; }

 private:
  static predict_options options_for(const simulation& made, bool of_proteins, temporary_files& files) {
    predict_options options;
    options.data.genome = files.write("a genome", [&](const auto& sink) { write_simulated_genome(made, sink); });
    options.data.pairs = files.write("pairs", [&](const auto& sink) { sink(pairs_with_decoys(made)); });
    options.data.targets = {files.write("targets", [&](const auto& sink) {
      of_proteins ? write_target_proteins(made.targets, sink) : write_target_cds(made.targets, sink);
    })};
    options.engine.name = spliced::simd_engine::known().name;
    options.threads = {1, 1};
    options.journal = no_journal;
    options.calibration = no_calibration;
    options.quiet = true;
    return options;
  }

  void time_results(const predict_options& options) {
    check_run(options);
    run_context run(options);
    const predict_inputs inputs = read_run(options, run);
    progress_notes notes;
    const planned_run plan = plan_run(inputs, {}, notes, run.clock, run.problems);
    align(
        plan,
        [&](locus_result&& result) {
          samples_.push_back({as_counted(result.work.costs), result.cpu_seconds});
        },
        {}, run.clock);
  }

  // Cells that a GPU would compute are those of the CPU here.
  static spliced::by_cost_unit as_counted(spliced::by_cost_unit work) {
    work[cost_unit::cell] += std::exchange(work[cost_unit::device_cell], 0);
    return work;
  }

  void time_candidates(const simulation& made) {
    for (const bool of_proteins : {false, true}) {
      temporary_files files;
      predict_options options = options_for(made, of_proteins, files);
      options.data.candidates = {
          files.write("candidates", [&](const auto& sink) { write_simulated_candidates(made, sink); })};
      time_results(options);
    }
  }

  void time_genome(const simulation& made, std::size_t round) {
    temporary_files files;
    predict_options options = options_for(made, true, files);
    options.scoring.splice_model = "vertebrate";
    time_results(options);
    report problems;
    genome sequences = genome::open(options.data.genome, problems);
    time_search(sequences, searched_proteins(made, round));
    time_parse(sequences, genes_of(made));
  }

  void time_search(genome& sequences, const target_set& targets) {
    double n_window_bases = 0;
    run_control control;
    const work_timer timer;
    (void)search_loci(sequences, targets, genetic_code(1), {}, control,
                      [&n_window_bases](std::uint64_t n_nt) { n_window_bases = static_cast<double>(n_nt); });
    const double seconds = timer.seconds();
    samples_.push_back({work_of_search(static_cast<double>(count_nt(sequences.catalog())),
                                       static_cast<double>(count_residues(targets)), n_window_bases),
                        seconds});
  }

  // A round as of a run: the model is learnt from genes, which then are hints of a parse.
  void time_parse(genome& sequences, const std::vector<annotated_transcript>& genes) {
    const genetic_codes codes;
    const run_control control;
    const searched_genome where{sequences, codes, 1, control};
    const work_timer timer;
    const gene_parameters parameters = make_parameters(count_genes(where, genes), count_intergenic(where, genes));
    (void)find_genes(where, parameters, hints_of(where, genes).by_sequence, finding_depth::probabilities);
    const double seconds = timer.seconds();
    samples_.push_back({work_of_parses(static_cast<double>(count_pieces(sequences.catalog()).n_bases), 1), seconds});
  }

  std::vector<spliced::timed_costs> samples_;
};

std::string today() {
  const std::time_t now = std::time(nullptr);
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(now));
}

// The usual place may not be there yet.
std::string prepare_place(const calibrate_options& options) {
  if (!options.out.empty()) return options.out;
  const std::string path = usual_calibration_path();
  if (path.empty() || path == no_calibration)
    throw bad_usage({.what = "--out: no usual place for a calibration",
                     .need = "--out FILE",
                     .hint = path.empty() ? "there is no HOME" : "EXONWEAVE_CALIBRATION is off"});
  std::error_code failed;
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, failed);
  if (failed)
    throw cannot_create(
        problem_report{.where = {folder.string()}, .what = "cannot make the folder: " + failed.message()});
  return path;
}

std::string report_text(const calibration& made, std::size_t n_samples) {
  const spliced::cost_model& prices = made.prices;
  return fmt::format(
      "measured    {} times\nerror       half within {:.1f}%\nrange       nine of ten took {:.2f} to {:.2f} "
      "of what is predicted\n",
      n_samples, 100 * prices.median_error, prices.low, prices.high);
}

void calibrate(const calibrate_options& options) {
  calibration made{EXONWEAVE_VERSION, today(), this_machine(usable_gpus()), usual_calibration().prices};
  const std::string path = prepare_place(options);
  output_file out(path);
  const bool is_alone = path == "-";  // on standard output
  const stage_clock clock;
  machine_timer timer;
  timer.measure(options.seconds);
  if (!made.machine.gpus.empty()) timer.measure_gpu();
  made.prices = spliced::fit_costs(timer.samples(), made.prices);
  out.write(to_yaml(made));
  out.finish();
  if (!is_alone) {
    output_file shown("-");
    shown.write(report_text(made, timer.samples().size()));
    shown.commit();
  }
  out.commit();
  if (options.quiet) return;
  if (!is_alone) tell("exonweave: {}\n", path);
  print_closing_line({{1, "calibration", "calibrations"}}, clock.total());
}

}  // namespace

void add_calibrate(CLI::App& app) {
  CLI::App* command = app.add_subcommand("calibrate", "Measure the speed of this machine, once, in a minute");
  show_examples(*command, {{{"exonweave calibrate"}, "Measure this machine, for the estimates of later runs on it."}});
  const auto options = std::make_shared<calibrate_options>();
  command
      ->add_option("-o,--out", options->out,
                   "Calibration, YAML (default: $EXONWEAVE_CALIBRATION, else exonweave/calibration.yaml in "
                   "$XDG_CONFIG_HOME or ~/.config; all subcommands read it there, but for EXONWEAVE_CALIBRATION=off)")
      ->type_name("FILE");
  add_parsed_option(
      *command, "--seconds", options->seconds,
      [](const std::string& option, const std::string& text) {
        return static_cast<double>(parse_count(option, text, 1, 86'400));
      },
      "Time to measure for, seconds (default: 40)", "N");
  command->add_flag("-q,--quiet", options->quiet, "Print no progress and no closing line");
  mark_advanced(*command, {"--seconds"});
  command->callback([options] { calibrate(*options); });
}

}  // namespace exonweave::apps
