// `exonweave genes`: genes of a genome by a gene model that is learnt from some of them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/files/output.hpp"
#include "base/files/output_group.hpp"
#include "cli/data_options.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/input_watch.hpp"
#include "cli/messages.hpp"
#include "cli/options.hpp"
#include "cli/subcommands.hpp"
#include "exons/candidates/annotation.hpp"
#include "exons/gene_finding/gene_finder.hpp"
#include "exons/gene_finding/gene_learning.hpp"
#include "exons/gene_finding/gene_model_file.hpp"
#include "exons/models/found_gene_model.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/writers/gff3_writer.hpp"

namespace exonweave::apps {
namespace {

constexpr score_unit unit_of_gains = score_unit::halves();

struct genes_options {
  data_options data;       // genome
  std::string train;       // empty: genes are found by
  std::string gene_model;  // this one
  std::string hints;       // empty: none
  genetic_code_requests codes;
  double min_probability = 0;
  written_score lowest_score{0};
  bool is_self_tested = false;
  thread_numbers threads;
  std::string out = "-";
  std::string model_out;  // empty: not written
  bool quiet = false;
};

std::vector<named_path> inputs_of(const genes_options& options) {
  return {{options.data.genome_name, options.data.genome},
          {"--train", options.train},
          {"--gene-model", options.gene_model},
          {"--hints", options.hints}};
}

void check(const genes_options& options) {
  const bool is_learnt = !options.train.empty();
  if (is_learnt == !options.gene_model.empty())
    throw bad_usage({.what = is_learnt ? "--train and --gene-model exclude each other" : "no gene model",
                     .need = "either --train, genes to learn one from, or --gene-model"});
  if (!is_learnt && options.is_self_tested)
    throw bad_usage({.what = "--self-test without training genes", .need = "--train"});
  if (!is_learnt && !options.model_out.empty())
    throw bad_usage({.what = "--model-out where no gene model is learnt", .got = options.model_out, .need = "--train"});
  check_paths(inputs_of(options), {{"--out", options.out}, {"--model-out", options.model_out}});
}

struct gene_material {
  genome sequences;
  genetic_codes codes{};
  learnt_gene_model model{};
  std::vector<gene_hints> hints{};  // by sequence

  searched_genome where(std::size_t n_threads, const run_control& control) {
    return {sequences, codes, n_threads, control};
  }
};

void check_training_genes(std::size_t n_genes, std::size_t n_transcripts, const std::string& path, report& problems) {
  problem_report problem{.where = {path}, .got = fmt::format("{} of {}", n_genes, n_transcripts)};
  if (n_genes == 0) {
    problem.what = "no transcript is a whole gene to learn from";
    problem.need = "a start codon, whole codons and a stop codon at the end; support of 0.7 or more, if any";
    problem.hint = "are both of the same assembly, and is --genetic-code right?";
    problems.error(problem);
  } else if (n_genes < few_training_genes) {
    problem.what = "few transcripts are whole genes to learn from";
    problem.need = fmt::format("at least {}", few_training_genes);
    problems.warn(problem);
  }
}

std::vector<gene_hints> read_hints(const std::string& path, const searched_genome& where, report& problems) {
  if (path.empty()) return std::vector<gene_hints>(where.sequences.catalog().size());
  const auto transcripts = read_predicted_genes(path, where.sequences.catalog(), problems);
  problems.throw_if_errors();
  genome_hints hints = hints_of(where, transcripts);
  if (hints.counts.n_left_out > 0)
    problems.warn({.where = {path},
                   .what = "transcripts without an open reading frame give no hints",
                   .got = fmt::format("{} of {}", hints.counts.n_left_out, hints.counts.n_all()),
                   .hint = "are both of the same assembly, and is --genetic-code right?"});
  return std::move(hints.by_sequence);
}

// What is learnt from: all genes that are known, and of these the training genes.
struct known_genes {
  std::vector<annotated_transcript> annotated, training;
};

known_genes read_training_genes(const genes_options& options, const searched_genome& where, report& problems) {
  known_genes known;
  known.annotated = read_annotation(options.train, where.sequences.catalog(), problems);
  problems.throw_if_errors();
  known.training = choose_training_genes(known.annotated, which_are_whole(where, known.annotated));
  check_training_genes(known.training.size(), known.annotated.size(), options.train, problems);
  return known;
}

learnt_gene_model learn(const genes_options& options, const known_genes& known, const searched_genome& where) {
  learnt_gene_model learnt{.version = EXONWEAVE_VERSION,
                           .genes = count_genes(where, known.training),
                           .others = count_intergenic(where, known.annotated)};
  if (options.is_self_tested) learnt.self_test = self_test(where, known.training, learnt.others);
  return learnt;
}

gene_material read_material(const genes_options& options, input_watch& watch, const run_control& control,
                            report& problems) {
  gene_material read{.sequences = genome::open(options.data.genome, problems)};
  problems.throw_if_errors();
  read.codes = codes_of(options.codes, read.sequences.catalog());
  const searched_genome where = read.where(options.threads.here, control);
  known_genes known;
  if (options.train.empty())
    read.model = read_given_gene_model(options.gene_model, problems);
  else
    known = read_training_genes(options, where, problems);
  problems.throw_if_errors();
  read.hints = read_hints(options.hints, where, problems);
  watch.all_are_open();
  problems.throw_if_errors();
  if (!options.train.empty()) read.model = learn(options, known, where);
  return read;
}

// In the order of the genome.
std::vector<locus_models> models_of(const std::vector<std::vector<found_gene>>& genes, gene_material& material,
                                    const genes_options& options) {
  std::vector<locus_models> models;
  for (std::size_t s = 0; s < genes.size(); ++s) {
    if (genes[s].empty()) continue;
    const std::string bases = material.sequences.fetch(s, {0, material.sequences.catalog().length(s)});
    for (const found_gene& gene : genes[s]) {
      gene_model model = make_gene_model(gene, s, bases, material.codes.of_sequence(s), unit_of_gains);
      if (gene.probability >= options.min_probability && unit_of_gains.written(model.score) >= options.lowest_score)
        models.push_back({std::move(model)});
    }
  }
  return models;
}

void write_models(std::vector<locus_models> models, const gene_material& material, output_file& out) {
  const target_set no_targets;
  const model_listing listing(std::move(models), material.sequences.catalog(), no_targets,
                              {.unit = unit_of_gains, .codes = material.codes});
  write_gff3(listing, [&](std::string_view text) { out.write(text); });
}

void tell_self_test(const self_test_result& result) {
  tell("exonweave: self-test: {} of {} training genes are found by the other half of them ({:.1f}%)\n", result.n_found,
       result.n_genes, 100 * result.fraction());
}

void run(const genes_options& options) {
  check(options);
  input_watch watch(inputs_of(options));
  output_file out(options.out);
  std::optional<output_file> model_out;
  if (!options.model_out.empty()) model_out.emplace(options.model_out);
  report problems;
  const run_control control;
  gene_material material = read_material(options, watch, control, problems);
  const learnt_gene_model& model = material.model;
  const auto genes =
      find_genes(material.where(options.threads.here, control), make_parameters(model.genes, model.others),
                 material.hints, finding_depth::probabilities);
  auto models = models_of(genes, material, options);
  const std::size_t n_genes = models.size();
  write_models(std::move(models), material, out);
  if (model_out) model_out->write(text_of_gene_model(model));
  print_and_check(problems, watch);
  output_group outputs;
  outputs.add(out);
  if (model_out) outputs.add(*model_out);
  outputs.commit();
  if (options.is_self_tested) tell_self_test(*model.self_test);
  if (!options.quiet)
    tell("exonweave: {} genes by a model of {} training genes with {} introns\n", n_genes, model.genes.n_genes,
         model.genes.intron_lengths.size());
}

}  // namespace

void add_genes(CLI::App& app) {
  auto* command = app.add_subcommand("genes", "Predict genes by a gene model trained on known genes of the genome");
  show_examples(*command,
                {{{"exonweave genes genome.fa --train out/genes.gff3.gz --hints out/genes.gff3.gz -o genes.gff3"},
                  "Learn how the genes look that 'exonweave annotate' found, and find all genes that look so. What "
                  "annotate found counts as a hint, by its support."},
                 {{"exonweave genes other.fa --gene-model model.yaml -o genes.gff3"},
                  "Find the genes of a strain by the gene model that --model-out wrote for another one."}});
  auto options = std::make_shared<genes_options>();
  begin_option_group(*command, "Input");
  add_genome_input(*command, options->data, presence::required);
  command
      ->add_option("--train", options->train,
                   "Genes of the genome to learn from: GFF3 or GTF with CDS rows. Of genes with an attribute support, "
                   "those from 0.9 on are taken")
      ->type_name("FILE");
  command
      ->add_option("--gene-model", options->gene_model, "Gene model instead of --train: YAML, as --model-out writes it")
      ->type_name("FILE");
  command
      ->add_option("--hints", options->hints,
                   "Genes that speak for coding bases, introns, starts and stops, by their support or probability: "
                   "GFF3, GTF, GFF2 or GENSCAN text (default: none)")
      ->type_name("FILE");
  add_genetic_code_option(*command, options->codes);
  begin_option_group(*command, "Output");
  command->add_option("-o,--out", options->out, "Genes, GFF3 (default: standard output)")->type_name("FILE");
  add_parsed_option(*command, "--min-score", options->lowest_score, parse_score,
                    "Lowest score of a gene, half-bits (default: keep all)", "N");
  add_parsed_option(*command, "--min-probability", options->min_probability, parse_fraction,
                    "Lowest probability of a gene, 0 to 1 (default: keep all)", "SHARE");
  command->add_option("--model-out", options->model_out, "Gene model of the run, for --gene-model of later runs, YAML")
      ->type_name("FILE");
  command->add_flag("--self-test", options->is_self_tested,
                    "Report how many training genes are found by a model of the other half of them");
  begin_option_group(*command, "Run");
  add_threads_option(*command, options->threads, run_place::here, help_of_threads);
  command->add_flag("-q,--quiet", options->quiet, "Print no closing line");
  command->callback([options] { run(*options); });
}

}  // namespace exonweave::apps
