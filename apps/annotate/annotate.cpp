// `exonweave annotate`: the main job with nothing else to decide. A genome and proteins in, a folder with a gene set
// and all that belongs to it out. It is a run of predict with the outputs of a folder.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "annotate/annotation_files.hpp"
#include "foresight/estimate.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_outputs.hpp"
#include "predict/predict_stages.hpp"
#include "predict/predict_whole.hpp"
#include "shell/closing_line.hpp"
#include "shell/failures.hpp"
#include "shell/help_formatter.hpp"
#include "shell/messages.hpp"
#include "shell/output_folder.hpp"
#include "shell/readable_inputs.hpp"
#include "shell/subcommands.hpp"

namespace exonweave::apps {
namespace {

struct annotate_options {
  predict_options run;
  std::vector<std::string> also;  // words of --also
};

void print_annotation_line(const run_context& run, const predict_outcome& outcome) {
  if (run.options.quiet) return;
  tell("exonweave: {}; {:.0f} s, {:.0f} MB; see {}\n", annotation_text(outcome), std::ceil(run.clock.total()),
       static_cast<double>(peak_memory()) / 1e6, report_path(run.options));
}

void annotate_genome(run_context& run) {
  const predict_options& options = run.options;
  const output_folder folder(options.folder);
  predict_outputs outputs(options);
  predict_inputs inputs = read_run(run);
  const predict_outcome outcome = predict_with_journal(run, inputs, outputs);
  remove_others(options);
  // The page of the run is made here, when all other files are in place.
  print_annotation_line(run, outcome);
}

void annotate(annotate_options& options) {
  set_outputs(options.run, options.also);
  if (options.run.is_estimate) return print_estimate(options.run);
  check_run(options.run);
  check_readable(run_input_paths(options.run));
  run_context run(options.run);
  annotate_genome(run);
}

std::string parse_folder(const std::string& option, const std::string& text) {
  if (text == "-")
    throw bad_usage({.what = option + ": standard output is no folder", .got = text, .need = "a folder"});
  return text;
}

void add_inputs_of(CLI::App& command, predict_options& options) {
  begin_option_group(command, "Inputs");
  options.data.genome_name = "GENOME";
  options.data.targets_name = "PROTEINS";
  command.add_option("GENOME", options.data.genome, "the genome: FASTA, plain, gzip or BGZF")
      ->type_name("FILE")
      ->required();
  command.add_option("PROTEINS", options.data.targets, "proteins of related species: one or more files of FASTA")
      ->type_name("FILE")
      ->required();
}

void add_outputs_of(CLI::App& command, annotate_options& options) {
  begin_option_group(command, "Outputs", option_role::other);
  add_parsed_option(command, "-o,--out", options.run.folder, parse_folder,
                    "the folder of all outputs. It is made unless it is there. Files of an earlier run are replaced",
                    "DIR");
  command.get_option("--out")->required();
  add_isoforms_option(command, options.run);
  add_min_support_option(command, options.run);
  add_id_prefix_option(command, options.run,
                       "locus tags begin with this: PREFIX_000010, PREFIX_000020 (default: no locus tags)");
  add_parsed_option(command, "--also", options.also, parse_also,
                    "more files, divided by commas. hints: for AUGUSTUS. evm: for EVidenceModeler. paf: alignments as "
                    "PAF. miniprot: alignments as miniprot writes them",
                    std::string(also_words));
  command.add_flag("--estimate", options.run.is_estimate,
                   "says how much time and memory the run will take, and ends. No file is written");
}

}  // namespace

void add_annotate(CLI::App& app) {
  CLI::App* command = app.add_subcommand("annotate", "Annotate a genome: a folder with genes, proteins and a report");
  show_examples(*command, {{{"exonweave annotate genome.fa.gz proteins.fa -o out"},
                            "The genes of a genome by the proteins of its relatives: out/genes.gff3.gz, their proteins "
                            "and coding sequences, and out/report.html to look at. The same command again goes on "
                            "where a run was ended."}});
  const auto options = std::make_shared<annotate_options>();
  add_inputs_of(*command, options->run);
  add_outputs_of(*command, *options);
  add_annotation_options(*command, options->run);
  add_other_options(*command, options->run);
  command->callback([options, command] {
    settle_options(options->run, *command);
    annotate(*options);
  });
}

}  // namespace exonweave::apps
