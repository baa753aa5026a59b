#include "cli/data_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "base/files/file_text.hpp"
#include "cli/help_formatter.hpp"
#include "cli/options.hpp"
#include "exons/loci/hits.hpp"
#include "exons/loci/pairs.hpp"

namespace exonweave::apps {

namespace {

constexpr const char* genome_letters = "-g,--genome";
constexpr const char* targets_name = "--targets";
constexpr const char* candidate_letters = "-c,--candidates";

constexpr const char* genome_help = "Genome: FASTA, plain, gzip or BGZF";
constexpr const char* candidates_help = "Candidate exons: GENSCAN text, GFF3, GTF or GFF2";

void add_types(CLI::App& command, data_options& options) {
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

void add_target_type(CLI::App& command, data_options& options) {
  add_choice_option<target_type>(
      command, "--target-type", options.kind,
      {{"recognise", target_type::recognise}, {"dna", target_type::dna}, {"protein", target_type::protein}},
      "Kind of the targets. With 'recognise' their residues decide (default: recognise)");
  mark_advanced(command, {"--target-type"});
}

}  // namespace

void add_genome_input(CLI::App& command, data_options& options, presence requested) {
  add_input_option(command, {"GENOME", genome_letters, genome_help, requested}, options.genome, options.genome_name);
}

void add_target_inputs(CLI::App& command, data_options& options, presence requested, const std::string& alone,
                       const std::string& task) {
  add_input_option(command, {alone, targets_name, task + ": FASTA, one or more files", requested}, options.targets,
                   options.targets_name);
  add_target_type(command, options);
}

void add_candidate_inputs(CLI::App& command, data_options& options) {
  add_input_option(command, {"CANDIDATES", candidate_letters, candidates_help}, options.candidates,
                   options.candidates_name);
  add_types(command, options);
}

void add_named_inputs(CLI::App& command, data_options& options) {
  command.add_option(genome_letters, options.genome, genome_help)->type_name("FILE");
  add_files_option(command, targets_name, options.targets, "Proteins or cDNA to align: FASTA. May be repeated");
  add_target_type(command, options);
}

CLI::Option* add_candidate_options(CLI::App& command, data_options& options) {
  CLI::Option* const made = add_files_option(command, candidate_letters, options.candidates,
                                             fmt::format("{}. May be repeated", candidates_help));
  add_types(command, options);
  return made;
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

std::optional<std::vector<alignment_task>> read_requested_pairs(const data_options& options,
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
  for (const auto& path : options.candidates) paths.push_back({options.candidates_name, path});
  return paths;
}

target_set read_requested_targets(const data_options& options, report& problems) {
  constexpr std::size_t shortest_telling = 50;  // letters
  target_set read = read_targets(options.targets, options.kind, problems);
  const bool is_guess =
      options.kind == target_type::recognise && read.kind == molecule::dna && !read.targets.empty() &&
      std::ranges::all_of(read.targets, [](const target& each) { return each.residues.size() < shortest_telling; });
  if (is_guess)
    problems.warn({.where = {read.path()},
                   .what = "so few letters may be DNA or protein: they are taken for DNA",
                   .hint = "--target-type protein, or dna, says what they are"});
  return read;
}

learnt_gene_model read_given_gene_model(const std::string& path, report& problems) {
  const std::size_t n_errors = problems.error_count();
  learnt_gene_model model = read_gene_model(path, problems);
  if (problems.error_count() == n_errors && model.genes.n_genes < few_training_genes)
    problems.warn({.where = {path},
                   .what = "a gene model of few training genes",
                   .got = fmt::format("{}", model.genes.n_genes),
                   .need = fmt::format("at least {}", few_training_genes)});
  return model;
}

namespace {

const std::string genetic_code_name = "--genetic-code";

}  // namespace

genetic_code_requests parse_genetic_codes(const std::string& option, const std::string& text) {
  genetic_code_requests requests;
  std::optional<int> usual;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const std::size_t mark = part.rfind('=');
    const std::string name = mark == std::string::npos ? "" : part.substr(0, mark);
    const int id = parse_genetic_code(option, mark == std::string::npos ? part : part.substr(mark + 1));
    const bool is_known = mark == std::string::npos ? usual.has_value()
                                                    : std::ranges::count(requests.of_sequences, name,
                                                                         &std::pair<std::string, int>::first) > 0;
    if (is_known)
      throw bad_usage(
          {.what = option + (name.empty() ? ": two codes for all sequences" : ": two codes for one sequence"),
           .got = text,
           .need = "N, and NAME=N for other sequences, such as 1,MT=2"});
    if (mark == std::string::npos)
      usual = id;
    else
      requests.of_sequences.emplace_back(name, id);
    begin = end + 1;
  }
  requests.usual = usual.value_or(requests.usual);
  return requests;
}

void add_genetic_code_option(CLI::App& command, genetic_code_requests& requests) {
  add_parsed_option(command, genetic_code_name, requests, parse_genetic_codes,
                    "Genetic code by its number at NCBI, and others for single sequences: 11, 1,MT=2 (default: 1)",
                    "CODES");
}

genetic_codes codes_of(const genetic_code_requests& requests, const sequence_catalog& sequences) {
  genetic_codes codes{genetic_code(requests.usual)};
  if (sequences.size() == 0) return codes;
  for (const auto& [name, id] : requests.of_sequences)
    codes.set(find_sequence(genetic_code_name, name, sequences), genetic_code(id));
  return codes;
}

namespace {

// Commas divide the digits in groups of three, the first of which may have fewer, or there are none.
std::optional<std::int64_t> parse_position(std::string text) {
  if (text.find(',') != std::string::npos) {
    if (text.starts_with(',')) return std::nullopt;
    for (std::size_t i = 0; i < text.size(); ++i)
      if ((text[i] == ',') != ((text.size() - i) % 4 == 0)) return std::nullopt;
  }
  std::erase(text, ',');
  return parse_plain_integer(text);
}

// What stands after the colon; an end that is left out is that of the sequence.
std::optional<interval> parse_range(const std::string& text, std::int64_t length) {
  const std::size_t dash = text.find('-');
  const std::string begin = text.substr(0, dash);
  const std::string end = dash == std::string::npos ? "" : text.substr(dash + 1);
  if (begin.empty() && end.empty()) return std::nullopt;
  const auto first = begin.empty() ? 1 : parse_position(begin);
  const auto last = end.empty() ? length : parse_position(end);
  if (!first || !last || *first < 1 || *first > *last || *last > length) return std::nullopt;
  return interval{*first - 1, *last};
}

}  // namespace

std::size_t find_sequence(const std::string& option, const std::string& name, const sequence_catalog& sequences) {
  if (const auto found = sequences.find(name)) return *found;
  std::string hint;
  for (const auto& near : nearest_names(name, sequences.names()))
    hint += (hint.empty() ? "did you mean " : ", ") + near;
  refuse_option(option, {.what = "unknown sequence", .got = name, .need = "a sequence of the genome", .hint = hint});
}

genomic_region parse_region(const std::string& option, const std::string& text, const sequence_catalog& sequences) {
  const std::size_t colon = text.rfind(':');
  if (sequences.find(text) || colon == std::string::npos) {
    const std::size_t whole = find_sequence(option, text, sequences);
    return {whole, {0, sequences.length(whole)}};
  }
  const std::size_t sequence = find_sequence(option, text.substr(0, colon), sequences);
  const std::string range = text.substr(colon + 1);
  const std::int64_t length = sequences.length(sequence);
  const auto where = parse_range(range, length);
  if (!where)
    refuse_option(option, {.what = "not a range of the sequence",
                           .got = range,
                           .need = fmt::format("FIRST-LAST, FIRST or -LAST within 1-{}", length)});
  return {sequence, *where};
}

}  // namespace exonweave::apps
