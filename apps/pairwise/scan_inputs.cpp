#include "pairwise/scan_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "cli/failures.hpp"
#include "exons/scoring/protein_matrix_file.hpp"
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

}  // namespace exonweave::apps
