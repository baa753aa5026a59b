#include "shell/data_options.hpp"

#include <fmt/format.h>

#include "exons/places/hits.hpp"
#include "exons/places/pairs.hpp"
#include "shell/help_formatter.hpp"

namespace exonweave::apps {

void add_genome_option(CLI::App& command, data_options& options, presence wanted) {
  command.add_option("-g,--genome", options.genome, "Genome: FASTA, plain, gzip or BGZF")
      ->type_name("FILE")
      ->required(wanted == presence::required);
}

void add_candidate_options(CLI::App& command, data_options& options, presence wanted) {
  command
      .add_option("-c,--candidates", options.candidates,
                  "Candidate exons: GENSCAN text, GFF3, GTF or GFF2. May be repeated")
      ->type_name("FILE")
      ->expected(1)
      ->take_all()
      ->required(wanted == presence::required);
  command
      .add_option("--types", options.candidate_rows.types,
                  "Types of features that are candidates, separated by commas (default: CDS)")
      ->type_name("TYPE")
      ->delimiter(',')
      ->check([](const std::string& type) {
        return std::string(type.empty() ? "an empty name; need feature types, separated by commas" : "");
      });
  mark_advanced(command, {"--types"});
}

void add_target_options(CLI::App& command, data_options& options, presence wanted, const std::string& task) {
  command.add_option("-t,--targets", options.targets, task + ": FASTA. May be repeated")
      ->type_name("FILE")
      ->expected(1)
      ->take_all()
      ->required(wanted == presence::required);
  add_choice_option<target_type>(
      command, "--target-type", options.kind,
      {{"recognise", target_type::recognise}, {"dna", target_type::dna}, {"protein", target_type::protein}},
      "Kind of the targets. With 'recognise' their residues decide (default: recognise)");
  mark_advanced(command, {"--target-type"});
}

void add_pairs_options(CLI::App& command, data_options& options) {
  command
      .add_option("-p,--pairs", options.pairs,
                  "Table of targets and their regions. Columns: region_seqid, region_start0, region_end0, strand, "
                  "target_id. Rows of another target_kind are ignored")
      ->type_name("FILE");
  command
      .add_option("--hits", options.hits,
                  "Hits of the targets by another program, to align around. PAF, GFF3 of miniprot or scan, or table "
                  "(format 6 or 7) of BLAST, DIAMOND or MMseqs2")
      ->type_name("FILE");
  add_parsed_option(command, "--flank", options.flank, parse_length,
                    fmt::format("Bases that a region has on each side of a hit, nt (default: {})", usual_hit_flank),
                    "N");
  mark_advanced(command, {"--flank"});
}

void check_pairs(const data_options& options) {
  if (!options.pairs.empty() && !options.hits.empty())
    throw bad_usage({.what = "--hits together with --pairs", .got = options.hits, .need = "one of them"});
}

void check_flank(const data_options& options, const std::string& need) {
  if (options.flank && options.hits.empty())
    throw bad_usage({.what = "--flank without hits",
                     .got = std::to_string(*options.flank),
                     .need = need,
                     .hint = options.pairs.empty() ? "" : "regions of --pairs are taken as they are"});
}

std::optional<std::vector<alignment_case>> read_asked_pairs(const data_options& options,
                                                            const sequence_catalog& sequences,
                                                            const target_set& targets, report& problems) {
  if (!options.pairs.empty()) return read_pairs(options.pairs, sequences, targets, problems);
  if (options.hits.empty()) return std::nullopt;
  return read_hits(options.hits, options.flank.value_or(usual_hit_flank), sequences, targets, problems);
}

std::vector<named_path> input_paths(const data_options& options) {
  std::vector<named_path> paths = {
      {options.genome_name, options.genome}, {"--pairs", options.pairs}, {"--hits", options.hits}};
  for (const auto& path : options.targets) paths.push_back({options.targets_name, path});
  for (const auto& path : options.candidates) paths.push_back({"--candidates", path});
  return paths;
}

}  // namespace exonweave::apps
