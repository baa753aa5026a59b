// `exonweave analyze`: the potential parallelism of an input, as Nolasco and Moreano measure it. Nothing is
// aligned.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/output_group.hpp"
#include "cli/data_options.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/input_watch.hpp"
#include "cli/subcommands.hpp"
#include "exons/candidates/candidates.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/targets.hpp"
#include "lab/parallelism/parallelism.hpp"

namespace exonweave::apps {
namespace {

struct analyze_options {
  data_options data;
  std::string out_prefix;
};

struct analysis_file {
  const char* ending;
  void (*write)(const named_study& named, const text_sink& sink);
};

constexpr analysis_file analysis_files[] = {
    {".cases.tsv", write_case_table},
    {".exon_lengths.tsv",
     [](const named_study& named, const text_sink& sink) { write_length_table(named.study, sink); }},
    {".group_sizes.tsv", [](const named_study& named, const text_sink& sink) { write_group_table(named.study, sink); }},
    {".json", write_study_json}};

std::vector<output_file> open_outputs(const analyze_options& options) {
  std::vector<named_path> outputs;
  for (const auto& file : analysis_files) outputs.push_back({"--out-prefix", options.out_prefix + file.ending});
  check_paths(input_paths(options.data), outputs);
  std::vector<output_file> files;
  for (const auto& output : outputs) files.emplace_back(output.path);
  return files;
}

void run(const analyze_options& options) {
  check_pairs(options.data);
  check_flank(options.data);
  auto files = open_outputs(options);
  input_watch watch(input_paths(options.data));
  report problems;
  const auto genome = genome::open(options.data.genome, problems);
  const auto targets = read_requested_targets(options.data, problems);
  const auto candidates =
      read_candidates(options.data.candidates, options.data.candidate_rows, genome.catalog(), problems);
  const auto pairs = read_requested_pairs(options.data, genome.catalog(), targets, problems);
  problems.throw_if_errors();
  watch.all_are_open();
  print_and_check(problems, watch);
  const auto study = study_parallelism(genome.catalog(), targets, pairs, candidates);
  const named_study named{study, genome.catalog(), targets};
  for (std::size_t k = 0; k < files.size(); ++k)
    analysis_files[k].write(named, [&](std::string_view text) { files[k].write(text); });
  output_group outputs;
  for (auto& file : files) outputs.add(file);
  outputs.commit();
}

}  // namespace

void add_analyze(CLI::App& app) {
  auto* command = app.add_subcommand("analyze", "Count how much of an input can be aligned in parallel");
  show_examples(*command, {{{"exonweave analyze genome.fa cdna.fa -c candidates.gff3 -o study"},
                            "Write tables of exons, overlap groups and units of work."}});
  auto options = std::make_shared<analyze_options>();
  add_genome_input(*command, options->data, presence::required);
  add_target_inputs(*command, options->data, presence::required);
  add_candidate_options(*command, options->data)->required();
  add_pairs_options(*command, options->data);
  command->add_option("-o,--out-prefix", options->out_prefix, "Prefix of the names of the four output tables")
      ->type_name("PREFIX")
      ->required();
  command->callback([options] { run(*options); });
}

}  // namespace exonweave::apps
