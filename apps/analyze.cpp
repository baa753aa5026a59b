// `exonweave analyze`: the potential parallelism of an input, as Nolasco and Moreano measure it. Nothing is
// aligned.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exons/candidates.hpp"
#include "exons/genome.hpp"
#include "exons/output.hpp"
#include "exons/pairs.hpp"
#include "exons/parallelism_study.hpp"
#include "exons/targets.hpp"
#include "failures.hpp"
#include "options.hpp"
#include "subcommands.hpp"

namespace exonweave::apps {
namespace {

struct analyze_options {
  std::string genome;
  std::vector<std::string> candidates;
  std::string targets;
  std::string pairs;
  std::vector<std::string> types = candidate_options{}.types;
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
    {".group_sizes.tsv",
     [](const named_study& named, const text_sink& sink) { write_group_table(named.study, sink); }},
    {".json", write_study_json},
    {".exon_lengths.svg",
     [](const named_study& named, const text_sink& sink) { sink(to_svg(chart_exon_lengths(named))); }},
    {".group_sizes.svg",
     [](const named_study& named, const text_sink& sink) { sink(to_svg(chart_group_sizes(named))); }}};

std::vector<output_file> open_outputs(const analyze_options& options) {
  std::vector<named_path> inputs = {
      {"--genome", options.genome}, {"--targets", options.targets}, {"--pairs", options.pairs}};
  for (const auto& path : options.candidates) inputs.push_back({"--candidates", path});
  std::vector<named_path> outputs;
  for (const auto& file : analysis_files)
    outputs.push_back({"--out-prefix", options.out_prefix + file.ending});
  check_paths(inputs, outputs);
  std::vector<output_file> files;
  for (const auto& output : outputs) files.emplace_back(output.path);
  return files;
}

void run(const analyze_options& options) {
  auto files = open_outputs(options);
  report problems;
  const auto genome = genome::open(options.genome, problems);
  const auto targets = read_targets(options.targets, target_type::recognise, problems);
  const auto candidates = read_candidates(options.candidates, {options.types}, genome.catalog(), problems);
  std::optional<std::vector<pair>> pairs;
  if (!options.pairs.empty()) pairs = read_pairs(options.pairs, genome.catalog(), targets, problems);
  print_warnings(problems);
  problems.throw_if_errors();
  const auto study = study_parallelism(genome.catalog(), targets, pairs, candidates);
  const named_study named{study, genome.catalog(), targets};
  for (std::size_t k = 0; k < files.size(); ++k)
    analysis_files[k].write(named, [&](std::string_view text) { files[k].write(text); });
  for (auto& file : files) file.commit();
}

}  // namespace

void add_analyze(CLI::App& app) {
  auto* command = app.add_subcommand("analyze", "Show how much of an input can be aligned in parallel");
  auto options = std::make_shared<analyze_options>();
  command->add_option("--genome", options->genome, "FASTA, plain, gzip or BGZF")
      ->type_name("FILE")
      ->required();
  command->add_option("--candidates", options->candidates, "GENSCAN text, GFF3, GTF or GFF2; repeatable")
      ->type_name("FILE")
      ->required();
  command->add_option("--targets", options->targets, "FASTA of cDNA or proteins")
      ->type_name("FILE")
      ->required();
  command->add_option("--pairs", options->pairs, "Table of regions and targets (default: all with all)")
      ->type_name("FILE");
  command->add_option("--types", options->types, "Feature types that are candidate exons (default: CDS)")
      ->type_name("TYPE")
      ->delimiter(',');
  command
      ->add_option("--out-prefix", options->out_prefix, "What the names of the six output files begin with")
      ->type_name("PREFIX")
      ->required();
  command->callback([options] { run(*options); });
}

}  // namespace exonweave::apps
