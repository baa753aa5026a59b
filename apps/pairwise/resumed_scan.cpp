#include "pairwise/resumed_scan.hpp"

#include <string>
#include <utility>

#include "base/files/report.hpp"
#include "cli/failures.hpp"
#include "cli/journaled_run.hpp"
#include "exons/scoring/protein_matrix_file.hpp"
#include "pairwise/scan/scan_database.hpp"

namespace exonweave::apps {
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
