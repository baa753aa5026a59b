#include "pairwise/scan_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <utility>

#include "base/files/output_group.hpp"
#include "base/files/report.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/journaled_run.hpp"
#include "exons/scoring/scoring_file.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "pairwise/scan/scan_database.hpp"

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

namespace {

// By name, as their matches are written.
target_set read_queries(const scan_options& options, report& problems) {
  const std::size_t n_before = problems.error_count();
  target_set read = read_targets(options.queries, target_type::protein, problems);
  if (read.targets.empty() && problems.error_count() == n_before)
    problems.warn({.where = {read.path()}, .what = "no query has residues", .need = "proteins"});
  std::ranges::sort(read.targets, {}, &target::name);
  return read;
}

spliced::substitution_matrix read_matrix(const scan_options& options, report& problems) {
  const std::size_t n_before = problems.error_count();
  spliced::substitution_matrix read = read_protein_matrix(options.matrix, problems, "--matrix");
  if (problems.error_count() == n_before && read.largest() <= 0)
    problems.error({.where = {options.matrix},
                    .what = "no pair of amino acids scores above 0: nothing can match",
                    .got = fmt::format("{} at most", read.largest()),
                    .need = "1 or more for some"});
  return read;
}

// Nothing where nothing can be found there.
std::optional<scan_database> read_database_if_any(const scan_options& options, report& problems,
                                                  run_control& control) try {
  return read_database(options, problems, control);
} catch (const nothing_to_compare& error) {
  problems.warn(error.problems().front());
  return std::nullopt;
}

}  // namespace

scan_inputs read_scan_inputs(const scan_options& options, input_watch& watch, run_control& control) {
  report problems;
  spliced::substitution_matrix matrix = read_matrix(options, problems);
  target_set queries = read_queries(options, problems);
  auto database = read_database_if_any(options, problems, control);
  run_costs costs = run_costs::read(options.time.calibration, problems);
  watch.all_are_open();
  scan_inputs read{std::move(matrix), std::move(queries), std::move(database), std::move(costs)};
  if (problems.error_count() == 0 && read.is_empty() && !options.time.is_estimate)
    problems.warn({.where = {read.queries.path()}, .what = "no query has a match: the result is empty"});
  print_warnings(problems);
  problems.throw_if_errors();
  return read;
}

scan_database read_database(const scan_options& options, report& problems, run_control& control) {
  if (const std::string* path = formatted_database(options)) return scan_database::open(*path);
  if (options.genome.empty()) {
    const target_set proteins = read_targets(options.databases, target_type::protein, problems);
    problems.throw_if_errors();
    return scan_database::of_proteins(proteins, mask_of_database(options));
  }
  genome sequences = genome::open(options.genome, problems);
  problems.throw_if_errors();
  return scan_database::of_frames(sequences, genetic_code(options.genetic_code.value_or(1)), mask_of_database(options),
                                  options.n_threads, control);
}

masking mask_of_database(const scan_options& options) { return options.mask_database.value_or(masking::none); }

void check_code(const scan_options& options, const scan_database& database) {
  if (!options.genetic_code || !options.genome.empty() || *options.genetic_code == database.genetic_code_id()) return;
  throw bad_usage({.where = {options.databases.front()},
                   .what = "--genetic-code is not that of the database",
                   .got = std::to_string(*options.genetic_code),
                   .need = database.genetic_code_id() == 0 ? "no code: these are proteins"
                                                           : std::to_string(database.genetic_code_id())});
}

void check_mask(const scan_options& options, const scan_database& database) {
  if (!options.mask_database || options.mask_database == database.masked_by()) return;
  throw bad_usage({.where = {options.databases.front()},
                   .what = "--mask-database is not that of the database",
                   .got = std::string(to_string(*options.mask_database)),
                   .need = std::string(to_string(database.masked_by())),
                   .hint = "make it again with 'exonweave scan --format-db'"});
}

namespace {

template <class Output = output_file, class... More>
std::unique_ptr<Output> requested(const std::string& path, More... more) {
  return path.empty() ? nullptr : std::make_unique<Output>(path, more...);
}

std::int64_t longest_record(const scan_database& database) {
  std::int64_t longest = 0;
  for (std::size_t k = 0; k < database.n_records(); ++k) longest = std::max(longest, database.length(k));
  return longest;
}

}  // namespace

match_table table_of(const std::string& columns) try {
  return match_table(columns);
} catch (const unknown_column& error) {
  throw bad_usage({.what = error.name.empty() ? "--columns without a name" : "unknown column for --columns",
                   .got = error.name,
                   .need = "names of BLAST's, such as 'std qcovs'",
                   .hint = error.nearest.empty() ? "docs/reference/scan.md lists them"
                                                 : fmt::format("did you mean {}?", fmt::join(error.nearest, ", "))});
}

scan_outputs::scan_outputs(const scan_output_files& files, const std::string& columns)
    : table_(table_of(columns)),
      tabular_(files.table),
      paf_(requested(files.paf)),
      gff3_(requested<indexed_output>(files.gff3, row_columns::gff3)),
      pairwise_(requested(files.pairwise)) {}

void scan_outputs::write(const scan_context& context, std::span<const scan_match> of_query) {
  tabular_.write(table_.rows(context, of_query));
  for (const scan_match& match : of_query) {
    if (paf_) paf_->write(paf_row(context, match));
    if (pairwise_) pairwise_->write(pairwise_text(context, match));
    if (gff3_) rows_.add(context, match);
  }
}

void scan_outputs::end(const scan_database& database) {
  if (!gff3_) return;
  gff3_->set_longest(longest_record(database));
  gff3_->write(rows_.text(database));
}

void scan_outputs::write_nothing() {
  if (gff3_) gff3_->write("##gff-version 3\n");
}

void scan_outputs::commit() {
  output_group all;
  all.add(tabular_);
  if (paf_) all.add(*paf_);
  if (gff3_) all.add(*gff3_);
  if (pairwise_) all.add(*pairwise_);
  all.commit();
}

namespace {

// A formatted database comes last, and is looked at once more: the sum is of what is mapped.
std::vector<input_file> inputs_of_journal(const scan_options& options, const scan_database& database,
                                          std::vector<input_file> sums) {
  if (!database.is_mapped()) return sums;
  sums.push_back(sum_file("database", options.databases.front()));
  database.throw_if_changed();
  return sums;
}

}  // namespace

std::vector<input_file> sum_inputs(const scan_options& options) {
  std::vector<input_file> inputs;
  for (const std::string& path : options.queries) inputs.push_back(sum_file("queries", path));
  if (!options.genome.empty())
    inputs.push_back(sum_file("genome", options.genome));
  else if (formatted_database(options) == nullptr)
    for (const std::string& path : options.databases) inputs.push_back(sum_file("database", path));
  if (!spliced::named_protein_matrix(options.matrix)) inputs.push_back(sum_file("matrix", options.matrix));
  return inputs;
}

std::unique_ptr<scan_journal> make_journal(const scan_options& options, std::uint64_t n_cells,
                                           const scan_database& database, const input_watch& watch,
                                           const std::vector<input_file>& sums) {
  if (!wants_journal(options, n_cells > max_cells_without_journal)) return nullptr;
  watch.check_opened();
  const std::vector<input_file> inputs = inputs_of_journal(options, database, sums);
  const bool has_named_matrix = spliced::named_protein_matrix(options.matrix).has_value();
  const auto settings = [&] {
    auto made = settings_of(inputs);
    if (has_named_matrix) made.emplace_back("matrix", options.matrix);
    add_given(options.given, made);
    return made;
  };
  report problems;
  auto journal = open_journal<scan_journal>(options, inputs, settings, problems);
  print_warnings(problems);
  return journal;
}

scan_log make_log(const scan_options& options, const scan_context& context, scan_journal* journal) {
  if (journal == nullptr) return {};
  auto scanned = journal->take_scanned();
  if (!are_of(context, scanned))
    throw bad_data({.where = {journal->path()},
                    .what = "the journal has results of other queries or another database",
                    .hint = "run without --resume to begin anew"});
  const std::size_t n_read = scanned.size();
  const auto note = [&options, journal](const scanned_batch& batch) {
    try_to_note(options, *journal, [&] { journal->note(batch); });
  };
  return {std::move(scanned), note, journal->path(), n_read};
}

}  // namespace exonweave::apps
