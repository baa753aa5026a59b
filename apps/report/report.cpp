// `exonweave report`: the page that shows a run, made again from its files.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "base/files/output.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/input_watch.hpp"
#include "cli/messages.hpp"
#include "cli/options.hpp"
#include "cli/subcommands.hpp"
#include "exons/sequences/genome.hpp"
#include "report/page/report_page.hpp"
#include "report/page/run_account.hpp"
#include "report/tracks/track_file.hpp"

namespace exonweave::apps {
namespace {

namespace fs = std::filesystem;

struct report_command {
  report_files files;
  std::string genome;
  std::vector<std::string> targets;
  std::string out;
};

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// Files that annotate wrote next to the run's account, for options that were not given.
void find_companions(report_files& files) {
  const fs::path folder = fs::path(files.run).parent_path();
  const auto find = [&folder](std::string& path, const char* name) {
    if (path.empty() && is_file(folder / name)) path = (folder / name).string();
  };
  find(files.alignments, "alignments.gff3.gz");
  find(files.unplaced, "unplaced.tsv");
  find(files.splice_model, "splice-model.yaml");
  find(files.proteins, "genes.pep.fa.gz");
}

// The files that the run read, if all are still there and have the sizes that they had.
std::vector<std::string> present_inputs(const std::string& run, const std::string& role) {
  std::vector<std::string> paths;
  if (!is_file(run)) return paths;
  for (const run_input& input : inputs_of_run(run, role)) {
    std::error_code ignored;
    if (!is_file(input.path) || fs::file_size(input.path, ignored) != input.bytes) return {};
    paths.push_back(input.path);
  }
  return paths;
}

void find_inputs(report_command& command) {
  const std::string& run = command.files.run;
  if (command.genome.empty())
    if (const auto found = present_inputs(run, "genome"); found.size() == 1) command.genome = found.front();
  if (command.targets.empty()) command.targets = present_inputs(run, "targets");
}

void write_report(report_command command) {
  report_files& files = command.files;
  find_companions(files);
  find_inputs(command);
  std::vector<named_path> inputs = {{"RUN.json", files.run},        {"MODELS", files.models},
                                    {"--genome", command.genome},   {"--alignments", files.alignments},
                                    {"--unplaced", files.unplaced}, {"--splice-model", files.splice_model},
                                    {"--proteins", files.proteins}};
  for (const std::string& path : command.targets) inputs.push_back({"--targets", path});
  for (const std::string& path : files.tracks) inputs.push_back({"--track", path});
  check_paths(inputs, {{"--out", command.out}});
  input_watch watch(inputs);
  output_file out(command.out);
  report problems;
  if (!command.targets.empty()) files.targets = targets_of_files(command.targets, problems);
  std::optional<genome> sequences;
  if (!command.genome.empty()) sequences = genome::open(command.genome, problems);
  write_report_page(files, sequences ? &*sequences : nullptr, problems,
                    [&out](std::string_view text) { out.write(text); });
  watch.all_are_open();
  print_and_check(problems, watch);
  out.commit();
  print_report_note();
}

}  // namespace

void add_report(CLI::App& app) {
  CLI::App* command = app.add_subcommand("report", "Show a run as one HTML page that opens offline");
  const auto options = std::make_shared<report_command>();
  report_files& files = options->files;
  show_examples(*command, {{{"exonweave report out/run.json out/genes.gff3.gz -o report.html"},
                            "Make the page of a folder of annotate again."}});
  command->add_option("RUN", files.run, "Summary of the run: run.json of annotate, or --summary of predict")
      ->type_name("FILE")
      ->required();
  command->add_option("MODELS", files.models, "Genes of the run, GFF3")->type_name("FILE")->required();
  const auto add_file = [command](const char* name, std::string& path, const char* help) {
    command->add_option(name, path, help)->type_name("FILE");
  };
  add_file(
      "-g,--genome", options->genome,
      "Genome whose sequence the page shows, up to 40 Mb: FASTA (default: the genome that RUN names, if it exists)");
  add_files_option(*command, "--targets", options->targets,
                   "Proteins of the run, to show their alignments: FASTA. May be repeated (default: those that RUN "
                   "names, if they exist)");
  add_file("--alignments", files.alignments,
           "Alignments of all targets, GFF3 (default: alignments.gff3.gz in the folder of RUN)");
  add_file("--unplaced", files.unplaced,
           "Table of targets without a model (default: unplaced.tsv in the folder of RUN)");
  add_file("--splice-model", files.splice_model,
           "Splice model of the run, YAML (default: splice-model.yaml in the folder of RUN)");
  add_file("--proteins", files.proteins,
           "Proteins of the genes, FASTA, each by the ID of its mRNA (default: genes.pep.fa.gz in the folder of RUN)");
  add_files_option(*command, "--track", files.tracks,
                   fmt::format("Track of another program to show in the browser of the page: BED, GFF3, GTF, BAM or "
                               "bigWig, up to {} MB. May be repeated",
                               max_track_bytes / 1'000'000));
  command->add_option("-o,--out", options->out, "The page, HTML")->type_name("FILE")->required();
  command->callback([options] { write_report(*options); });
}

}  // namespace exonweave::apps
