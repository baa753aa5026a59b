#include "predict_options.hpp"

#include <map>

#include "options.hpp"

namespace exonweave::apps {
namespace {

void add_inputs(CLI::App& command, predict_options& options) {
  command.add_option("-g,--genome", options.genome, "genome: FASTA, plain, gzip or BGZF")->required();
  command
      .add_option("-c,--candidates", options.candidates,
                  "candidate exons: GENSCAN text, GFF3, GTF or GFF2, told apart by content; repeatable")
      ->required()
      ->take_all();
  command
      .add_option("--types", options.candidate_rows.types,
                  "feature types that are candidates [CDS]; comma-separated")
      ->delimiter(',');
  command.add_option("-t,--targets", options.targets, "homologous targets: cDNA, FASTA")->required();
  command.add_option("--target-type", options.kind, "dna or protein; recognised by content unless given")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, target_type>{{"dna", target_type::dna}, {"protein", target_type::protein}}));
  command.add_option(
      "-p,--pairs", options.pairs,
      "table of target and region (columns region_seqid, region_start0, region_end0, strand, target_id); "
      "without it every target is tried on every sequence and both strands");
}

void add_model(CLI::App& command, predict_options& options) {
  command.add_option("-s,--scoring", options.scoring, "scoring, YAML (docs/scoring.md)");
  command.add_option_function<std::string>(
      "--min-intron",
      [&](const std::string& text) {
        options.min_intron = static_cast<std::int64_t>(parse_count("--min-intron", text, 0, 1'000'000'000));
      },
      "shortest intron, nt; overrides the scoring [20]");
  command.add_option("--min-score", options.min_score,
                     "chains that score less are no models [1 with free target ends, else none]");
  command.add_option_function<std::string>(
      "-k,--top", [&](const std::string& text) { options.n_chains = parse_count("--top", text, 1, 10'000); },
      "best distinct chains per target and region, the mRNAs of one gene [1]");
}

void add_outputs(CLI::App& command, predict_options& options) {
  command.add_option("-o,--out", options.out, "gene models, GFF3 [standard output]");
  command
      .add_option("--style", options.style,
                  "gene (gene, mRNA, exon, CDS) or match (match, match_part) [gene]")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, gff3_style>{{"gene", gff3_style::gene}, {"match", gff3_style::match}}));
  command.add_option("--summary", options.summary, "what was run on what and how long it took, JSON");
  command.add_flag("-q,--quiet", options.quiet, "no progress");
}

void add_engine(CLI::App& command, predict_options& options) {
  command.add_option("-e,--engine", options.engine, "auto, sequential or scalar [auto]");
  add_threads_option(command, options.n_threads);
  add_memory_option(command, options.memory,
                    "for alignment rows, all threads together [half of the machine's]");
  command.add_flag("!--no-junction-chain", options.graph.junction_chain,
                   "feed each exon from every exon before it instead of a chain of junctions");
  command.add_flag("!--no-prefix-sharing", options.graph.share_prefixes,
                   "do not share rows of exons with one start");
  command.add_flag("!--no-suffix-sharing", options.graph.share_suffixes,
                   "do not share rows of exons with equal exits");
}

}  // namespace

void add_predict_options(CLI::App& command, predict_options& options) {
  options.memory = half_of_memory();
  add_inputs(command, options);
  add_model(command, options);
  add_outputs(command, options);
  add_engine(command, options);
}

void check(const predict_options& options) {
  std::vector<named_path> inputs = {{"--genome", options.genome},
                                    {"--targets", options.targets},
                                    {"--pairs", options.pairs},
                                    {"--scoring", options.scoring}};
  for (const auto& path : options.candidates) inputs.push_back({"--candidates", path});
  std::vector<named_path> outputs = {{"--out", options.out}, {"--summary", options.summary}};
  check_paths(inputs, outputs);
  chosen_engine(options);
}

std::string chosen_engine(const predict_options& options) {
  if (options.engine == "auto") return "scalar";
  std::vector<std::string> names(spliced::engine_names().begin(), spliced::engine_names().end());
  if (std::find(names.begin(), names.end(), options.engine) == names.end()) {
    std::string known = "auto";
    for (const auto& name : names) known += ", " + name;
    throw bad_usage({{}, "--engine: unknown engine", options.engine, "one of " + known, ""});
  }
  return options.engine;
}

}  // namespace exonweave::apps
