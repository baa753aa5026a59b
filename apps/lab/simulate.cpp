// `exonweave simulate`: data sets with known truth, from a profile and a seed, or targets from a known
// annotation.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/files/file_text.hpp"
#include "base/files/output_group.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/input_watch.hpp"
#include "cli/options.hpp"
#include "cli/output_folder.hpp"
#include "cli/subcommands.hpp"
#include "lab/simulation/simulation_files.hpp"
#include "lab/simulation/simulation_profiles.hpp"

namespace exonweave::apps {
namespace {

struct simulate_options {
  std::string profile;
  std::string genome;
  std::string annotation;
  std::string out;
  bool overwrites = false;
  std::uint64_t seed = 1;
  std::optional<std::uint32_t> substitution;  // ppm
  std::optional<std::uint32_t> indel;         // ppm
};

constexpr divergence_rates annotation_rates = {50'000, 0};  // unless options say otherwise

std::uint32_t parse_rate(const std::string& option, const std::string& text) {
  const auto number = parse_plain_decimal(text);
  if (!number || !(*number >= 0 && *number <= 1))
    throw bad_usage({.what = option + ": not a rate", .got = text, .need = "0 to 1, as in 0.05"});
  return static_cast<std::uint32_t>(std::lround(*number * per_million));
}

void check(const simulate_options& options) {
  const bool from_profile = !options.profile.empty();
  const bool from_annotation = !options.genome.empty() || !options.annotation.empty();
  if (from_profile && from_annotation)
    throw bad_usage({.what = "--profile and --genome exclude each other", .need = "one of them"});
  if (!from_profile && (options.genome.empty() || options.annotation.empty()))
    throw bad_usage({.what = "nothing to simulate from", .need = "--profile, or --genome and --annotation"});
}

divergence_rates chosen_rates(divergence_rates usual, const simulate_options& options) {
  return {options.substitution.value_or(usual.substitution), options.indel.value_or(usual.indel)};
}

using file_writer = std::function<void(const text_sink&)>;

struct planned_file {
  std::string name;
  file_writer write;
};

std::vector<named_path> paths_in(const std::string& folder, const std::vector<std::string>& names) {
  std::vector<named_path> paths;
  for (const auto& name : names) paths.push_back({"--out", (std::filesystem::path(folder) / name).string()});
  return paths;
}

// A folder may be somebody's: a genome.fa that stands there is as likely data as an earlier simulation.
void prepare_folder(const simulate_options& options, const std::vector<named_path>& paths) {
  for (const named_path& each : paths) {
    std::error_code unreadable;
    if (options.overwrites || !std::filesystem::exists(each.path, unreadable)) continue;
    throw cannot_create(problem_report{
        .where = {each.path}, .what = "the file is there already", .hint = "name another --out, or give --overwrite"});
  }
  make_folder(options.out);
}

// All files are opened before `make` computes anything, and appear when all are written.
void write_files(const std::vector<named_path>& paths, const std::function<std::vector<file_writer>()>& make) {
  std::vector<output_file> files;
  for (const auto& path : paths) files.emplace_back(path.path);
  const auto writers = make();
  for (std::size_t k = 0; k < files.size(); ++k) writers[k]([&](std::string_view text) { files[k].write(text); });
  output_group outputs;
  for (auto& file : files) outputs.add(file);
  outputs.commit();
}

void simulate_profile(const simulate_options& options) {
  auto plan = plan_profile(options.profile, options.seed);
  plan.rates = chosen_rates(plan.rates, options);
  const auto paths = paths_in(options.out, {"genome.fa", "candidates.gff3", "candidates.genscan", "truth.gff3",
                                            "targets.cds.fa", "targets.pep.fa", "pairs.tsv"});
  check_paths({}, paths);
  prepare_folder(options, paths);
  simulation made;
  write_files(paths, [&]() -> std::vector<file_writer> {
    made = simulate(plan, options.seed);
    return {[&](const auto& sink) { write_simulated_genome(made, sink); },
            [&](const auto& sink) { write_simulated_candidates(made, sink); },
            [&](const auto& sink) { write_simulated_genscan(made, sink); },
            [&](const auto& sink) { write_simulated_truth(made, sink); },
            [&](const auto& sink) { write_target_cds(made.targets, sink); },
            [&](const auto& sink) { write_target_proteins(made.targets, sink); },
            [&](const auto& sink) { write_target_pairs(made.targets, sink); }};
  });
}

std::vector<simulated_target> targets_of_annotation(const simulate_options& options, input_watch& watch) {
  report problems;
  auto sequences = genome::open(options.genome, problems);
  problems.throw_if_errors();
  const auto transcripts = read_annotation(options.annotation, sequences.catalog(), problems);
  watch.all_are_open();
  problems.throw_if_errors();
  auto targets =
      diverge_annotation(sequences, transcripts, chosen_rates(annotation_rates, options), options.seed, problems);
  problems.throw_if_errors();
  print_and_check(problems, watch);
  return targets;
}

void simulate_annotation(const simulate_options& options) {
  const auto paths = paths_in(options.out, {"targets.cds.fa", "targets.pep.fa", "pairs.tsv"});
  const std::vector<named_path> inputs = {{"--genome", options.genome}, {"--annotation", options.annotation}};
  check_paths(inputs, paths);
  input_watch watch(inputs);
  prepare_folder(options, paths);
  std::vector<simulated_target> targets;
  write_files(paths, [&]() -> std::vector<file_writer> {
    targets = targets_of_annotation(options, watch);
    return {[&](const auto& sink) { write_target_cds(targets, sink); },
            [&](const auto& sink) { write_target_proteins(targets, sink); },
            [&](const auto& sink) { write_target_pairs(targets, sink); }};
  });
}

void run(const simulate_options& options) {
  check(options);
  options.profile.empty() ? simulate_annotation(options) : simulate_profile(options);
}

void add_rate(CLI::App& command, const std::string& name, std::optional<std::uint32_t>& rate, const std::string& help) {
  command
      .add_option_function<std::string>(
          name, [&rate, name](const std::string& text) { rate = parse_rate(name, text); }, help)
      ->type_name("RATE");
}

}  // namespace

void add_simulate(CLI::App& app) {
  auto* command =
      app.add_subcommand("simulate", "Make data with known truth: a genome with genes, candidate exons, and targets");
  show_examples(*command, {{{"exonweave simulate --profile tiny -o example"},
                            "Make a small genome with genes, candidate exons and targets in the folder example."}});
  auto options = std::make_shared<simulate_options>();
  command->add_option("--profile", options->profile, "Kind of data to make")
      ->type_name(fmt::format("{}", fmt::join(simulation_profiles(), "|")));
  command
      ->add_option("-g,--genome", options->genome,
                   "Genome of --annotation, to make diverged targets of its genes: FASTA")
      ->type_name("FILE");
  command
      ->add_option("-a,--annotation", options->annotation, "Transcripts to make targets of: GFF3 or GTF with CDS rows")
      ->type_name("FILE");
  command
      ->add_option_function<std::string>(
          "--seed",
          [options](const std::string& text) {
            options->seed = parse_count("--seed", text, 0, std::numeric_limits<std::uint64_t>::max());
          },
          "Seed; the same seed gives the same bytes (default: 1)")
      ->type_name("N");
  add_rate(*command, "--substitution", options->substitution,
           "Substitutions per base of a target (default: 0.1; 0.05 with --annotation)");
  add_rate(
      *command, "--indel", options->indel,
      "Insertions and deletions of 1 to 3 codons, per codon of a target (default: by --profile; 0 with --annotation)");
  command->add_option("-o,--out", options->out, "Folder of the files; it is created if needed")
      ->type_name("DIR")
      ->required();
  command->add_flag("--overwrite", options->overwrites, "Replace files of the same names in the folder");
  command->callback([options] { run(*options); });
}

}  // namespace exonweave::apps
