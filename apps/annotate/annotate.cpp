// `exonweave annotate`: the main job with nothing else to decide. A genome and proteins in, a folder with a gene set
// and all that belongs to it out. It is a run of predict with the outputs of a folder.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "annotate/annotation_files.hpp"
#include "cli/estimate_request.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/input_watch.hpp"
#include "cli/messages.hpp"
#include "cli/output_folder.hpp"
#include "cli/subcommands.hpp"
#include "exons/sequences/target_header.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_outputs.hpp"
#include "predict/predict_stages.hpp"
#include "predict/predict_whole.hpp"
#include "runtime_model/estimate.hpp"

namespace exonweave::apps {
namespace {

struct annotate_options {
  predict_options run;
  std::vector<std::string> also;  // words of --also
  bool overwrites = false;
};

void print_annotation_line(const predict_outcome& outcome, const stage_clock& clock, const std::string& page) {
  print_report_note();
  if (is_on_terminal()) write_message(text_of_steps(clock.stages()));
  tell("exonweave: {}; {:.0f} s, {:.0f} MB; see {}\n", annotation_text(outcome), std::ceil(clock.total()),
       static_cast<double>(peak_memory()) / 1e6, page);
}

// Often the name of the species, which is no product.
void warn_of_one_product(const target_set& proteins, report& problems) {
  constexpr std::size_t fewest = 10;  // fewer may well be of one family
  if (proteins.targets.size() < fewest) return;
  if (const std::string product = product_of_all(proteins.targets); !product.empty())
    problems.warn({.where = {proteins.path()},
                   .what = "all proteins have the same description, which becomes the product of all genes",
                   .got = product,
                   .hint = "If it is no product, leave the descriptions out: sed '/^>/s/ .*//'"});
}

void annotate_genome(const predict_options& options) {
  run_context run(options);
  predict_outputs outputs(options);
  const folder_content before(options);
  const predict_inputs inputs = read_run(options, run);
  warn_of_one_product(inputs.targets, run.problems);
  const predict_outcome outcome = predict_with_journal(options, inputs, outputs, run);
  if (options.quiet) return;
  for (const std::string& text : before.texts_of_removed()) tell("exonweave: {}\n", text);
  print_annotation_line(outcome, run.clock, options.outputs.page_out);
}

// In `--also evm paf` the second word is taken for a file.
void check_also(const annotate_options& options) {
  if (options.also.empty()) return;
  std::vector<std::string> files = options.run.data.targets;
  files.push_back(options.run.data.genome);
  for (const std::string& path : files)
    if (is_also_word(path) && !std::filesystem::exists(path))
      throw bad_usage({.what = "--also: words without a comma between them",
                       .got = path,
                       .need = "commas, as in --also hints,evm"});
}

void check_candidates(const gene_set_requests& genes) {
  if (genes.gene_model == gene_model_request::off && !genes.candidates.empty())
    throw bad_usage({.what = "--candidates together with --gene-model off",
                     .got = genes.candidates.front(),
                     .need = "--gene-model auto, on, or a file",
                     .hint = "candidates are hints of the gene model"});
}

void annotate(annotate_options& options) {
  check_also(options);
  check_candidates(options.run.genes);
  set_outputs(options.run, options.also);
  if (options.run.role.is_estimate) return print_estimate(options.run);
  check_run(options.run);
  check_readable(run_input_paths(options.run));
  const output_folder folder(options.run.outputs.folder);
  if (!options.overwrites) check_folder(options.run);
  go_on_from_journal(options.run);
  annotate_genome(options.run);
}

std::string parse_folder(const std::string& option, const std::string& text) {
  if (text == "-")
    throw bad_usage({.what = option + ": standard output is no folder", .got = text, .need = "a folder"});
  return text;
}

void take_gene_model(const std::string& text, gene_set_requests& genes) {
  genes.gene_model = text == "auto"  ? gene_model_request::automatic
                     : text == "on"  ? gene_model_request::on
                     : text == "off" ? gene_model_request::off
                                     : gene_model_request::given;
  genes.gene_model_file = genes.gene_model == gene_model_request::given ? text : "";
}

void add_inputs_of(CLI::App& command, predict_options& options) {
  begin_option_group(command, "Input");
  options.data.genome_name = "GENOME";
  options.data.targets_name = "PROTEINS";
  command.add_option("GENOME", options.data.genome, "Genome: FASTA, plain, gzip or BGZF")
      ->type_name("FILE")
      ->required();
  command.add_option("PROTEINS", options.data.targets, "Proteins of related species: FASTA, one or more files")
      ->type_name("FILE")
      ->required();
  add_files_option(command, "-c,--candidates", options.genes.candidates,
                   "Genes that AUGUSTUS, BRAKER, Helixer, GeneMark or GENSCAN predicts: GFF3, GTF, GFF2 or GENSCAN "
                   "text. They are hints of the gene model. May be repeated");
}

void add_outputs_of(CLI::App& command, annotate_options& options) {
  begin_option_group(command, "Output", option_role::other);
  add_parsed_option(command, "-o,--out", options.run.outputs.folder, parse_folder,
                    "Output directory. It is created if needed, and files of an earlier run are replaced", "DIR");
  command.get_option("--out")->required();
  command.add_flag("--overwrite", options.overwrites,
                   "Replace files in the output directory even if no earlier run of annotate has written them");
  options.run.genes.gene_model = gene_model_request::automatic;
  options.run.genes.may_keep_antisense = false;
  command
      .add_option_function<std::string>(
          "--gene-model", [&options](const std::string& text) { take_gene_model(text, options.run.genes); },
          "Gene model for genes that no protein reaches. 'auto': learnt from the genes of this genome, if its "
          "self-test "
          "passes; 'on': whatever its self-test finds; FILE: YAML, such as gene-model.yaml of another run (default: "
          "auto)")
      ->type_name("auto|on|off|FILE");
  add_choice_option<bool>(command, "--evidence", options.run.genes.needs_protein, {{"any", false}, {"protein", true}},
                          "Evidence that genes need: any, or that a protein aligns to them (default: any)");
  add_isoforms_option(command, options.run);
  add_min_support_option(command, options.run,
                         "Lowest support of a gene, 0 to 1. Alignments are written all the same (default: keep all)");
  command
      .add_option("--completeness", options.run.genes.completeness,
                  "Proteins that the genome is expected to encode, such as the ancestral proteins of a BUSCO lineage: "
                  "FASTA. The report shows how many of them the genes contain, beside the given proteins")
      ->type_name("FILE");
  add_review_option(command, options.run);
  add_id_prefix_option(command, options.run, "Prefix of locus tags, such as PREFIX_000010 (default: no locus tags)");
  add_parsed_option(command, "--also", options.also, parse_also,
                    "Further files, separated by commas: hints for AUGUSTUS, genes to train it on, evidence for "
                    "EVidenceModeler, alignments as PAF, or as of miniprot (default: no further files)",
                    also_words());
  // It is always so here; predict is requested it.
  command
      .add_flag_callback(
          "--resume", [] {}, "Resume an interrupted run")
      ->group("");
  add_estimate_flag(command, options.run.role.is_estimate, help_of_estimate);
  add_estimate_outputs(command, options.run);
  mark_advanced(command, {"--json", "--by-locus", "--budget"});
}

}  // namespace

void add_annotate(CLI::App& app) {
  CLI::App* command = app.add_subcommand("annotate", "Annotate a genome: genes, proteins, and a report");
  show_examples(*command, {{{"exonweave annotate genome.fa.gz proteins.fa -o out"},
                            "Annotate a genome by proteins of related species. Genes are in out/genes.gff3.gz; "
                            "out/report.html shows them. The same command again goes on where an ended run stopped."}});
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
