#include "pairwise/scan_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/files/output_group.hpp"
#include "cli/failures.hpp"
#include "cli/journaled_run.hpp"
#include "exons/scoring/scoring_file.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"

namespace exonweave::apps {
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
