// `exonweave scan`: exact local alignments of proteins to a database of proteins, or to all reading frames of a genome.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/indexed_output.hpp"
#include "exons/scoring/protein_matrix_file.hpp"
#include "gpu/device/on_gpu_or_cpu.hpp"
#include "pairwise/engine_options.hpp"
#include "pairwise/gpu/pairwise_engines.hpp"
#include "pairwise/scan/format_proteins.hpp"
#include "pairwise/scan/parasail_scan.hpp"
#include "pairwise/scan/scan_journal.hpp"
#include "pairwise/scan/scan_run.hpp"
#include "pairwise/scan/scan_statistics.hpp"
#include "pairwise/scan_estimate.hpp"
#include "pairwise/scan_outputs.hpp"
#include "pairwise/timed_scan.hpp"
#include "shell/closing_line.hpp"
#include "shell/failures.hpp"
#include "shell/help_formatter.hpp"
#include "shell/input_watch.hpp"
#include "shell/journaled_run.hpp"
#include "shell/options.hpp"
#include "shell/process.hpp"
#include "shell/progress.hpp"
#include "shell/stage_clock.hpp"
#include "shell/subcommands.hpp"

namespace exonweave::apps {
namespace {

struct scan_options : long_run_options {
  std::vector<std::string> queries;
  std::vector<std::string> databases;  // one alone where it is formatted
  std::string genome;
  std::optional<int> genetic_code;  // nothing: the standard code, or that of a formatted database
  std::string format_db;            // empty: scan
  std::string matrix = "BLOSUM62";
  std::uint64_t gap_open = 11;
  std::uint64_t gap_extend = 1;
  double max_e_value = 1e-3;
  std::uint64_t min_score = 0;  // 0: not given
  std::uint64_t max_hits = 0;
  std::uint64_t max_hsps = 0;
  std::uint64_t comp_based_stats = 0;
  masking mask_queries = masking::seg;
  std::optional<masking> mask_database;  // nothing: none, or that of a formatted database
  pairwise_engine_options engine;
  thread_numbers threads;
  unsigned n_threads = 1;  // some of these
  std::optional<std::uint64_t> memory;
  std::string columns = "std";
  std::string paf_out;  // empty: none
  std::string gff3_out;
  std::string pairwise_out;
  pairwise_options time;
  std::vector<given_option> given{};
};

// Some minutes of a CPU's thread.
constexpr std::uint64_t most_cells_without_journal = 1'000'000'000'000;

std::vector<named_path> inputs_of(const scan_options& options) {
  std::vector<named_path> inputs{{"--genome", options.genome}};
  for (const std::string& path : options.databases) inputs.push_back({"--database", path});
  for (const std::string& path : options.queries) inputs.push_back({"--queries", path});
  if (!spliced::named_protein_matrix(options.matrix)) inputs.push_back({"--matrix", options.matrix});
  return inputs;
}

// Null: none of the files is one.
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

void check_options(const scan_options& options) {
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
  std::vector<named_path> outputs{{"--format-db", options.format_db}};
  if (options.format_db.empty())
    outputs = {{"--out", options.out},
               {"--paf-out", options.paf_out},
               {"--gff3-out", options.gff3_out},
               {"--pairwise-out", options.pairwise_out},
               named_journal(options)};
  for (const std::string& index : index_paths(options.gff3_out)) outputs.push_back({"the index of --gff3-out", index});
  check_pairwise_paths(options.time, inputs_of(options), outputs);
}

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

// The genome's code, or that of the frames that were formatted.
void check_code(const scan_options& options, const scan_database& database) {
  if (!options.genetic_code || !options.genome.empty() || *options.genetic_code == database.genetic_code_id()) return;
  throw bad_usage({.where = {options.databases.front()},
                   .what = "--genetic-code is not that of the database",
                   .got = std::to_string(*options.genetic_code),
                   .need = database.genetic_code_id() == 0 ? "no code: these are proteins"
                                                           : std::to_string(database.genetic_code_id())});
}

// Of a database that is not formatted.
masking mask_of_database(const scan_options& options) { return options.mask_database.value_or(masking::none); }

// A formatted database stays as it is.
void check_mask(const scan_options& options, const scan_database& database) {
  if (!options.mask_database || options.mask_database == database.masked_by()) return;
  throw bad_usage({.where = {options.databases.front()},
                   .what = "--mask-database is not that of the database",
                   .got = std::string(to_string(*options.mask_database)),
                   .need = std::string(to_string(database.masked_by())),
                   .hint = "make it again with 'exonweave scan --format-db'"});
}

scan_database read_database(const scan_options& options, report& problems, run_control& control) {
  if (const std::string* path = formatted_database(options)) return scan_database::open(*path);
  if (options.genome.empty()) {
    const target_set proteins = read_targets(options.databases, target_type::protein, problems);
    problems.throw_if_errors();
    return scan_database::of_proteins(proteins, mask_of_database(options));
  }
  genome in = genome::open(options.genome, problems);
  problems.throw_if_errors();
  return scan_database::of_frames(in, genetic_code(options.genetic_code.value_or(1)), mask_of_database(options),
                                  options.n_threads, control);
}

// Nothing where nothing can be found there.
std::optional<scan_database> read_database_if_any(const scan_options& options, report& problems,
                                                  run_control& control) try {
  return read_database(options, problems, control);
} catch (const nothing_to_compare& error) {
  problems.warn(error.problems().front());
  return std::nullopt;
}

// What NCBI publishes where it knows the matrix by its name, else what a simulation finds.
std::optional<score_law> statistics_of(const scan_options& options, const spliced::scan_scoring& scoring) {
  if (const auto known = published_statistics(options.matrix, scoring.gaps)) return known;
  return simulated_statistics(scoring);
}

// What `work` returns, which may be told to stop.
template <class Work>
auto stoppable(const scan_options& options, const std::string& what, const std::string& unit, std::uint64_t total,
               run_control& control, const Work& work) {
  const stoppable_run run(control);
  const progress shown(
      what, unit, total, [&control] { return control.cells(); }, options.quiet);
  return work();
}

formatted_size write_database(const scan_options& options, output_file& out, input_watch& watch, report& problems,
                              run_control& control) {
  const auto shown = [&](const auto& work) { return stoppable(options, "formatting", "", 0, control, work); };
  const auto all_is_read = [&] {
    watch.all_are_open();
    print_and_check(problems, watch);
  };
  if (options.genome.empty() && formatted_database(options) == nullptr) {
    const target_set proteins = shown([&] { return read_targets(options.databases, target_type::protein, problems); });
    problems.throw_if_errors();
    all_is_read();
    return shown([&] { return format_proteins(proteins, mask_of_database(options), out); });
  }
  const scan_database made = shown([&] { return read_database(options, problems, control); });
  all_is_read();
  check_mask(options, made);
  made.write(out);
  made.throw_if_changed();  // it may be a formatted one itself
  return {made.blocks().n_sequences(), made.n_residues()};
}

void format_database(const scan_options& options) {
  const stage_clock clock;
  output_file out(options.format_db);
  if (out.temporary().empty()) refuse_database_file(options);
  input_watch watch(inputs_of(options));
  report problems;
  run_control control;
  const formatted_size made = write_database(options, out, watch, problems, control);
  control.throw_if_stopped();  // at the last moment
  out.commit();
  if (!options.quiet)
    print_closing_line({{static_cast<std::size_t>(made.n_sequences), "sequence", "sequences"},
                        {static_cast<std::size_t>(made.n_residues), "residue", "residues"}},
                       clock.total());
}

// What is read, before that is done: but for a formatted database, which has a checksum of its own.
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

// A formatted database comes last, and is looked at once more: the sum is of what is mapped.
std::vector<input_file> inputs_of_journal(const scan_options& options, const scan_database& database,
                                          std::vector<input_file> sums) {
  if (!database.is_mapped()) return sums;
  sums.push_back(sum_file("database", options.databases.front()));
  database.throw_if_changed();
  return sums;
}

// Null: none.
std::unique_ptr<scan_journal> make_journal(const scan_options& options, std::uint64_t n_cells,
                                           const scan_database& database, const input_watch& watch,
                                           const std::vector<input_file>& sums) {
  if (!wants_journal(options, n_cells > most_cells_without_journal)) return nullptr;
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

// What the journal knows, and where to note more; `journal` may be null.
scan_log make_log(const scan_options& options, const scan_context& in, scan_journal* journal) {
  if (journal == nullptr) return {};
  auto scanned = journal->take_scanned();
  if (!are_of(in, scanned))
    throw bad_data({.where = {journal->path()},
                    .what = "the journal has results of other queries or another database",
                    .hint = "run without --resume to begin anew"});
  const std::size_t n_read = scanned.size();
  const auto note = [&options, journal](const scanned_batch& batch) {
    try_to_note(options, *journal, [&] { journal->note(batch); });
  };
  return {std::move(scanned), note, journal->path(), n_read};
}

// Where a GPU fails, the CPU does the rest.
void find_matches_anyway(const scan_context& in, const spliced::scan_engine& engine, const scan_rules& rules,
                         scan_log& log, const match_sink& sink, run_control& control) {
  const auto find_with = [&](const spliced::scan_engine& any) { find_matches(in, any, rules, control, log, sink); };
  const auto warn = [](const std::string& what) {
    report problems;
    problems.warn({.what = what});
    print_warnings(problems);
  };
  const auto find_on_cpu = [&] {
    control.take_back_cells(control.cells() - count_cells(in, log.scanned));
    find_with(*spliced::make_parasail_scan(rules.n_threads));
  };
  gpu::on_gpu_or_cpu(
      "does the rest", warn, [&] { find_with(engine); }, find_on_cpu);
}

scan_rules make_rules(const scan_options& options, const spliced::scan_scoring& scoring) {
  scan_rules rules{scoring, statistics_of(options, scoring)};
  if (!rules.statistics && options.min_score == 0)
    throw bad_usage({.what =
                         "E-values of this matrix and these gap costs are not known: scores of random proteins grow "
                         "with their lengths, or are all the same",
                     .need = "--min-score",
                     .hint = "use higher gap costs, or a matrix with a mean below 0"});
  const bool has_given_e_value = std::ranges::count(options.given, "--max-evalue", &given_option::name) > 0;
  if (!rules.statistics && has_given_e_value)
    throw bad_usage({.what = "--max-evalue where E-values are not known", .need = "--min-score alone"});
  if (!rules.statistics && options.comp_based_stats > 0)
    throw bad_usage({.what = "--comp-based-stats where E-values are not known", .need = "--min-score alone"});
  rules.composition = static_cast<composition_mode>(options.comp_based_stats);
  if (rules.composition == composition_mode::adjusted && !implied_frequencies(*scoring.substitution))
    throw bad_usage({.what = "--comp-based-stats 2 with scores that imply no frequencies of residues",
                     .need = "a matrix of log-odds, as BLOSUM62",
                     .hint = "--comp-based-stats 1 takes any"});
  rules.mask_queries = options.mask_queries;
  rules.max_e_value = options.max_e_value;
  rules.min_score = static_cast<spliced::score>(std::max<std::uint64_t>(options.min_score, 1));
  rules.max_hits = static_cast<std::size_t>(options.max_hits);
  rules.max_hsps = static_cast<std::size_t>(options.max_hsps);
  rules.memory = options.memory.value_or(half_of_memory());
  rules.n_threads = options.n_threads;
  return rules;
}

// What a scan tells of what it found.
report warnings_of(const scan_options& options, const target_set& queries, std::uint64_t n_matches,
                   std::uint64_t n_left_out) {
  report problems;
  if (n_matches == 0) problems.warn({.where = {queries.path()}, .what = "no query has a match: the result is empty"});
  if (n_left_out > 0)
    problems.warn({.where = {queries.path()},
                   .what = fmt::format("sequences beyond --max-hits are left out: {}", n_left_out),
                   .need = fmt::format("up to {} of a query", options.max_hits),
                   .hint = "raise --max-hits"});
  return problems;
}

// Nothing to look for, or nowhere to look: a result as any other.
void finish_empty(scan_outputs& outputs, bool is_quiet, const stage_clock& clock) {
  outputs.write_nothing();
  outputs.commit();
  if (!is_quiet) print_closing_line({{0, "match", "matches"}}, clock.total());
}

void scan(const scan_options& options) {
  const stage_clock clock;
  check_engine_options("scan", options.engine);
  std::optional<scan_outputs> outputs;
  if (!options.time.is_estimate)
    outputs.emplace(scan_output_files{options.out, options.paf_out, options.gff3_out, options.pairwise_out},
                    options.columns);
  input_watch watch(inputs_of(options));
  const std::vector<input_file> sums = options.time.is_estimate ? std::vector<input_file>() : sum_inputs(options);
  report problems;
  run_control control;
  const spliced::substitution_matrix matrix = read_matrix(options, problems);
  const target_set queries = read_queries(options, problems);
  const auto read = read_database_if_any(options, problems, control);
  run_costs costs = run_costs::read(options.time.calibration, problems);
  watch.all_are_open();
  const bool is_empty = problems.error_count() == 0 && (!read || queries.targets.empty());
  if (is_empty && !options.time.is_estimate)
    problems.warn({.where = {queries.path()}, .what = "no query has a match: the result is empty"});
  print_warnings(problems);
  problems.throw_if_errors();
  if (read && read->is_mapped()) watch.trust(options.databases.front(), [&read] { read->throw_if_changed(); });
  if (is_empty && !options.time.is_estimate) {
    print_and_check({}, watch, sums);
    return finish_empty(*outputs, options.quiet, clock);
  }
  const spliced::scan_scoring scoring{
      &matrix, {static_cast<spliced::score>(options.gap_open), static_cast<spliced::score>(options.gap_extend)}};
  const scan_sizes sizes = sizes_of_scan(queries, read ? &*read : nullptr);
  const pairwise_run work = run_of_scan(options.engine.devices, options.n_threads, options.gap_open == 0, sizes);
  const auto n_cells = static_cast<std::uint64_t>(work.work[pairwise_unit::cell]);
  const pairwise_plan plan = make_pairwise_plan(options.engine.engine, work, std::move(costs));
  const auto engine =
      gpu::scan_engines({.devices = options.engine.devices, .warn = {}}, options.n_threads).make(plan.engine->name);
  refuse_scoring(plan.engine->name, engine->refusal(scoring));
  if (read) check_code(options, *read);
  if (read) check_mask(options, *read);
  if (options.time.is_estimate)
    return write_pairwise_estimate(plan, facts_of_scan(sizes, options.max_hits, options.memory), options.time,
                                   options.quiet);
  const scan_database& database = *read;
  const scan_rules rules = make_rules(options, scoring);
  const scan_context context{queries, database, matrix, rules.statistics.has_value()};
  const auto journal = make_journal(options, n_cells, database, watch, sums);
  scan_log log = make_log(options, context, journal.get());
  try {
    control.add_cells(count_cells(context, log.scanned));
    const timed_scan timed(*engine);
    const auto write = [&](std::span<const scan_match> of_query) { outputs->write(context, of_query); };
    stoppable(options, "scanning", "cells", n_cells, control,
              [&] { find_matches_anyway(context, timed, rules, log, write, control); });
    control.throw_if_stopped();  // at the last moment
    outputs->end(database);
    print_and_check(warnings_of(options, queries, log.n_matches, log.n_left_out), watch, sums);
    outputs->commit();
    if (!options.quiet) {
      tell_pairwise_drift("scores", plan, timed.done());
      print_closing_line({{static_cast<std::size_t>(log.n_matches), "match", "matches"}}, clock.total());
    }
  } catch (...) {
    leave_journal(options, journal.get(), watch.has_other_bytes(sums));
    throw;
  }
  if (journal) journal->remove();
}

void run(const scan_options& options) {
  check_options(options);
  if (options.format_db.empty())
    scan(options);
  else
    format_database(options);
}

void add_data(CLI::App& command, scan_options& options) {
  begin_option_group(command, "Input");
  command.add_option("--queries", options.queries, "Proteins to look for: FASTA. May be repeated")
      ->type_name("FILE")
      ->expected(1)
      ->take_all();
  command
      .add_option("--database", options.databases,
                  "Proteins to compare with: FASTA, may be repeated; or a file of --format-db")
      ->type_name("FILE")
      ->expected(1)
      ->take_all();
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

void add_scoring(CLI::App& command, scan_options& options) {
  begin_option_group(command, "Model");
  const auto count_from = [](std::uint64_t least, std::uint64_t most) {
    return [least, most](const std::string& option, const std::string& text) {
      return parse_count(option, text, least, most);
    };
  };
  command
      .add_option("--matrix", options.matrix,
                  "Scores of amino acid pairs: BLOSUM45, BLOSUM62, BLOSUM80, or a file in NCBI's format, with columns "
                  "for queries (default: BLOSUM62)")
      ->type_name("NAME|FILE");
  add_parsed_option(command, "--gap-open", options.gap_open, count_from(0, 10'000),
                    "Cost to open a gap; 0 means linear gaps (default: 11)", "N");
  add_parsed_option(command, "--gap-extend", options.gap_extend, count_from(0, 10'000),
                    "Cost of each residue in a gap (default: 1)", "N");
  add_parsed_option(command, "--max-evalue", options.max_e_value, parse_e_value,
                    "Highest E-value of a match, for each query in the whole database (default: 0.001)", "E");
  add_parsed_option(command, "--min-score", options.min_score, count_from(1, 1'000'000'000),
                    "Lowest score of a match, in units of the matrix (default: by --max-evalue alone)", "N");
  add_parsed_option(command, "--max-hits", options.max_hits, count_from(1, 1'000'000'000),
                    "Most sequences with matches of a query; the best ones are kept (default: all)", "N");
  add_parsed_option(command, "--max-hsps", options.max_hsps, count_from(0, 1'000'000'000),
                    "Most matches of a query in a sequence, without shared residue pairs; 0 means all (default: 0)",
                    "N");
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
  command.add_option("--gff3-out", options.gff3_out, "Matches, GFF3. An output named .gz is packed and indexed")
      ->type_name("FILE");
  command.add_option("--pairwise-out", options.pairwise_out, "Alignments as text to read")->type_name("FILE");
}

// What formats a database scans nothing, so what is asked for of a scan would be left out.
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

}  // namespace

void add_scan(CLI::App& app) {
  auto* command = app.add_subcommand("scan", "Compare proteins with a database or a genome (Smith-Waterman)");
  show_examples(*command, {{{"exonweave scan --queries proteins.fa --database uniprot.fa --out matches.tsv"},
                            "Find the exact local alignments of proteins to a database."}});
  auto options = std::make_shared<scan_options>();
  add_data(*command, *options);
  add_scoring(*command, *options);
  add_outputs(*command, *options);
  begin_option_group(*command, "Run", option_role::other);
  add_journal_options(*command, *options, "scans of more than 1e12 cells");
  add_engine_options(*command, "scan", options->engine);
  add_pairwise_threads(*command, options->threads);
  add_memory_option(*command, options->memory,
                    "Most memory for rows of alignments, such as 8G (default: half of the machine's)");
  add_pairwise_options(*command, options->time);
  command->add_flag("-q,--quiet", options->quiet, "Print no progress and no closing line");
  mark_advanced(*command, {"--gap-open", "--gap-extend", "--max-hsps", "--comp-based-stats", "--mask-queries",
                           "--mask-database", "--gff3-out"});
  exclude_from_formatting(*command);
  command->callback([options, command] {
    options->given = given_options(*command);
    options->n_threads = threads_of(options->threads, options->time);
    run(*options);
  });
}

}  // namespace exonweave::apps
