// `exonweave train`: a splice model from a genome and its annotation.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/files/output.hpp"
#include "cli/data_options.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/input_watch.hpp"
#include "cli/messages.hpp"
#include "cli/options.hpp"
#include "cli/subcommands.hpp"
#include "exons/candidates/annotation.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sites/model_fit.hpp"
#include "exons/sites/training.hpp"

namespace exonweave::apps {
namespace {

struct train_options {
  data_options data;  // genome
  std::string annotation;
  std::string annotation_name;  // how it is given
  std::string name = "trained";
  std::string order = "auto";
  std::string out = "-";
};

std::vector<named_path> inputs_of(const train_options& options) {
  std::vector<named_path> inputs = input_paths(options.data);
  inputs.push_back({options.annotation_name, options.annotation});
  return inputs;
}

void check(const train_options& options) {
  check_paths(inputs_of(options), {{"--out", options.out}});
  if (is_model_name(options.name)) return;
  problem_report problem;
  problem.what = "--name: not a model's name";
  problem.got = options.name;
  problem.need = "a letter, then letters, digits, '_', '.' or '-'";
  throw bad_usage(problem);
}

// A path without its folders, fit for a comment: the model file is the same wherever its inputs lie.
std::string file_name(const std::string& path) {
  std::string name = path == "-" ? path : std::filesystem::path(path).filename().string();
  for (char& c : name)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = '?';
  return name;
}

std::optional<std::size_t> order_of(const train_options& options) {
  if (options.order == "auto") return std::nullopt;
  return static_cast<std::size_t>(options.order.front() - '0');
}

void tell_counts(const trained_model& trained) {
  const training_counts& n = trained.counts;
  tell(
      "exonweave: trained on {} GT-AG introns and {} starts; excluded: {} GC-AG, {} AT-AC and {} other "
      "introns, {} other starts\n",
      n.n_gt_ag, n.n_starts, n.n_gc_ag, n.n_at_ac, n.n_other, n.n_other_starts);
  tell("exonweave: {}\n", orders_text(trained));
}

void run(const train_options& options) {
  check(options);
  output_file out(options.out);
  input_watch watch(inputs_of(options));
  report problems;
  auto sequences = genome::open(options.data.genome, problems);
  problems.throw_if_errors();
  const auto transcripts = read_annotation(options.annotation, sequences.catalog(), problems);
  watch.all_are_open();
  problems.throw_if_errors();
  auto trained = train_splice_model(sequences, transcripts, {options.name, order_of(options)});
  check_training(trained.counts, options.annotation, problems);
  if (transcripts.size() >= fewest_coding_genes) {
    const coding_sample sample = learn_coding(sequences, transcripts, transcripts, standard_code());
    trained.model.coding = coding_bits(sample.of_genes, sample.of_others);
  }
  print_and_check(problems, watch);
  problems.throw_if_errors();
  out.write(to_yaml(trained, fmt::format("exonweave train {} {} --name {} --order {}", file_name(options.data.genome),
                                         file_name(options.annotation), options.name, options.order)));
  out.commit();
  tell_counts(trained);
}

}  // namespace

void add_train(CLI::App& app) {
  auto* command = app.add_subcommand("train", "Train a splice model on a genome and its annotation");
  show_examples(*command, {{{"exonweave train genome.fa genes.gff3 -o model.yaml"},
                            "Train a splice model for 'exonweave predict --splice-model model.yaml'."}});
  auto options = std::make_shared<train_options>();
  add_genome_input(*command, options->data, presence::required);
  add_input_option(*command, {"ANNOTATION", "-a,--annotation", "Genes of the genome: GFF3 or GTF with CDS rows"},
                   options->annotation, options->annotation_name);
  command->add_option("--name", options->name, "Name of the model in its file (default: trained)")->type_name("NAME");
  add_choice_option<std::string>(*command, "--order", options->order,
                                 {{"auto", "auto"}, {"0", "0"}, {"1", "1"}, {"2", "2"}},
                                 "Bases before each base on which its score depends. 'auto' takes the number that "
                                 "predicts held-back sites best (default: auto)");
  command->add_option("-o,--out", options->out, "The splice model, YAML (default: standard output)")->type_name("FILE");
  mark_advanced(*command, {"--order"});
  command->callback([options] { run(*options); });
}

}  // namespace exonweave::apps
