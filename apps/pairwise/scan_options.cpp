#include "pairwise/scan_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "base/files/output_group.hpp"
#include "base/files/report.hpp"
#include "cli/help_formatter.hpp"
#include "exons/scoring/scoring_file.hpp"
#include "pairwise/scan/scan_database.hpp"
#include "pairwise/scan_files.hpp"

namespace exonweave::apps {
namespace {

void add_data(CLI::App& command, scan_options& options) {
  begin_option_group(command, "Input");
  add_files_option(command, "--queries", options.queries, "Proteins to look for: FASTA. May be repeated");
  add_files_option(command, "--database", options.databases,
                   "Proteins to compare with: FASTA, may be repeated; or a file of --format-db");
  command
      .add_option("-g,--genome", options.genome,
                  "Genome to compare with, in six reading frames: FASTA, plain, gzip or BGZF")
      ->type_name("FILE");
  add_parsed_option(command, "--genetic-code", options.genetic_code, parse_genetic_code,
                    "Genetic code of --genome by its number at NCBI (default: 1)", "N");
  command
      .add_option("--format-db", options.format_db,
                  "Do not scan; write the database, or the genome's frames, for later scans")
      ->type_name("FILE");
}

std::string masking_words() {
  std::string words;
  for (const masking_name& each : masking_names) words += (words.empty() ? "" : "|") + std::string(each.name);
  return words;
}

masking parse_masking(const std::string& option, const std::string& text) {
  if (const auto known = masking_from(text)) return *known;
  refuse_word(option, text, masking_words());
}

auto count_from(std::uint64_t least, std::uint64_t most) {
  return [least, most](const std::string& option, const std::string& text) {
    return parse_count(option, text, least, most);
  };
}

void add_scoring(CLI::App& command, scan_options& options) {
  begin_option_group(command, "Model");
  command
      .add_option("--matrix", options.matrix,
                  "Scores of amino acid pairs: BLOSUM45, BLOSUM62, BLOSUM80, or a file in NCBI's format, with columns "
                  "for queries (default: BLOSUM62)")
      ->type_name("NAME|FILE");
  add_parsed_option(command, "--gap-open", options.gap_open, count_from(0, 10'000),
                    "Cost to open a gap; 0 means linear gaps (default: 11)", "N");
  add_parsed_option(command, "--gap-extend", options.gap_extend, count_from(0, 10'000),
                    "Cost of each residue in a gap (default: 1)", "N");
}

void add_limits(CLI::App& command, scan_options& options) {
  add_parsed_option(command, "--max-evalue", options.max_e_value, parse_e_value,
                    fmt::format("Highest E-value of a match, for each query in the whole database (default: {})",
                                options.max_e_value),
                    "E");
  add_parsed_option(command, "--min-score", options.min_score, count_from(1, 1'000'000'000),
                    "Lowest score of a match, in units of the matrix (default: by --max-evalue alone)", "N");
  add_parsed_option(command, "--max-hits", options.max_hits, count_from(1, 1'000'000'000),
                    "Most sequences with matches of a query; the best ones are kept (default: all)", "N");
  add_parsed_option(command, "--max-hsps", options.max_hsps, count_from(0, 1'000'000'000),
                    "Most matches of a query in a sequence, without shared residue pairs; 0 means all (default: 0)",
                    "N");
}

void add_adjustments(CLI::App& command, scan_options& options) {
  add_parsed_option(command, "--comp-based-stats", options.comp_based_stats, count_from(0, 2),
                    "Adjust scores to the composition of both sequences. 1: lower scores if both are rich in the same "
                    "residues. 2: a matrix for each pair, as BLAST does by default (default: 0)",
                    "0|1|2");
  add_parsed_option(
      command, "--mask-queries", options.mask_queries, parse_masking,
      "Residues of queries to mask: low complexity (seg), tandem repeats (tantan), or lower case (default: seg)",
      masking_words());
  add_parsed_option(command, "--mask-database", options.mask_database, parse_masking,
                    "Residues of the database to mask (default: none; for a formatted one its own)", masking_words());
}

void add_outputs(CLI::App& command, scan_options& options) {
  begin_option_group(command, "Output", option_role::other);
  command
      .add_option("-o,--out", options.out,
                  "Matches in BLAST's tabular format 6, for predict --hits (default: standard output)")
      ->type_name("FILE");
  command
      .add_option("--columns", options.columns,
                  "Columns of --out by BLAST's names. 'std' is the usual twelve; others are qlen, qcovs, btop, stitle "
                  "(default: std)")
      ->type_name("NAMES");
  command.add_option("--paf-out", options.paf_out, "Matches, PAF")->type_name("FILE");
  command
      .add_option("--gff3-out", options.gff3_out, "Matches, GFF3. An output named .gz is bgzip-compressed and indexed")
      ->type_name("FILE");
  command.add_option("--pairwise-out", options.pairwise_out, "Alignments as text to read")->type_name("FILE");
}

void add_run(CLI::App& command, scan_options& options) {
  begin_option_group(command, "Run", option_role::other);
  add_journal_options(
      command, options,
      fmt::format("scans of more than {} cells", round_number_text(static_cast<double>(max_cells_without_journal))));
  add_engine_options(command, "scan", options.engine);
  add_pairwise_threads(command, options.threads);
  add_memory_option(command, options.memory,
                    "Most memory for rows of alignments, such as 8G (default: half of the machine's)");
  add_pairwise_options(command, options.time);
  command.add_flag("-q,--quiet", options.quiet, "Print no progress and no closing line");
}

// What formats a database scans nothing, so what is requested of a scan would be left out.
void exclude_from_formatting(CLI::App& command) {
  constexpr std::array options_of_both{"--database", "--genome", "--genetic-code", "--mask-database",
                                       "--threads",  "--quiet",  "--help"};
  CLI::Option* const format = command.get_option("--format-db");
  for (CLI::Option* option : command.get_options()) {
    const bool is_of_both =
        std::ranges::any_of(options_of_both, [&](const char* name) { return option->check_name(name); });
    if (option != format && !is_of_both) format->excludes(option);
  }
}

std::vector<named_path> output_paths(const scan_options& options) {
  if (!options.format_db.empty()) return {{"--format-db", options.format_db}};
  std::vector<named_path> outputs{{"--out", options.out},
                                  {"--paf-out", options.paf_out},
                                  {"--gff3-out", options.gff3_out},
                                  {"--pairwise-out", options.pairwise_out},
                                  named_journal(options)};
  for (const std::string& index : index_paths(options.gff3_out)) outputs.push_back({"the index of --gff3-out", index});
  return outputs;
}

}  // namespace

void add_scan_options(CLI::App& command, scan_options& options) {
  add_data(command, options);
  add_scoring(command, options);
  add_limits(command, options);
  add_adjustments(command, options);
  add_outputs(command, options);
  add_run(command, options);
  mark_advanced(command, {"--gap-open", "--gap-extend", "--max-hsps", "--comp-based-stats", "--mask-queries",
                          "--mask-database", "--gff3-out"});
  exclude_from_formatting(command);
}

void check_scan_options(const scan_options& options) {
  if (options.databases.empty() && options.genome.empty())
    throw bad_usage({.what = "nothing to scan", .need = "either --database or --genome"});
  if (!options.databases.empty() && !options.genome.empty())
    throw bad_usage({.what = "--database together with --genome", .need = "one of them"});
  if (options.queries.empty() && options.format_db.empty())
    throw bad_usage(
        {.what = "--queries is needed", .need = "a FASTA file of proteins", .hint = "--format-db does without"});
  if (options.format_db == "-" || is_packed_name(options.format_db)) refuse_database_file(options);
  if (const std::string* formatted = formatted_database(options); formatted != nullptr && options.databases.size() > 1)
    throw bad_usage({.where = {*formatted},
                     .what = "a formatted database together with others",
                     .need = "it alone, or FASTA files"});
  if (!options.genome.empty() && options.mask_database == masking::lower_case)
    throw bad_usage({.what = "--mask-database lower-case together with --genome", .need = "seg, tantan or none"});
  (void)table_of(options.columns);  // an estimate makes none
  if (options.gap_open + options.gap_extend == 0)
    throw bad_usage({.what = "--gap-open and --gap-extend", .got = "0 and 0", .need = "costs that are not both 0"});
  check_pairwise_paths(options.time, scan_input_paths(options), output_paths(options));
}

std::vector<named_path> scan_input_paths(const scan_options& options) {
  std::vector<named_path> inputs{{"--genome", options.genome}};
  for (const std::string& path : options.databases) inputs.push_back({"--database", path});
  for (const std::string& path : options.queries) inputs.push_back({"--queries", path});
  if (!spliced::named_protein_matrix(options.matrix)) inputs.push_back({"--matrix", options.matrix});
  return inputs;
}

const std::string* formatted_database(const scan_options& options) {
  const auto found = std::ranges::find_if(options.databases, scan_database::is_formatted);
  return found == options.databases.end() ? nullptr : &*found;
}

[[noreturn]] void refuse_database_file(const scan_options& options) {
  throw bad_usage({.what = "--format-db",
                   .got = options.format_db,
                   .need = "a regular file that is not packed",
                   .hint = "the database is mapped into memory where it is"});
}

}  // namespace exonweave::apps
