// What `exonweave scan` is requested.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/files/output.hpp"
#include "base/files/output_group.hpp"
#include "base/files/report.hpp"
#include "base/threads/on_threads.hpp"
#include "cli/command_line.hpp"
#include "cli/input_watch.hpp"
#include "cli/journaled_run.hpp"
#include "cli/options.hpp"
#include "cli/run_costs.hpp"
#include "exons/sequences/masking.hpp"
#include "exons/sequences/targets.hpp"
#include "pairwise/engine_options.hpp"
#include "pairwise/scan/match_table.hpp"
#include "pairwise/scan/scan_database.hpp"
#include "pairwise/scan/scan_run.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave::apps {

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
  estimate_request time;
  std::vector<given_option> given{};
};

/// Adds all of them to the command.
void add_scan_options(CLI::App& command, scan_options& options);

/// Refuses what makes no sense, before anything is read. Throws bad_usage.
void check_scan_options(const scan_options& options);

/// The files that are read.
std::vector<named_path> scan_input_paths(const scan_options& options);

/// Null: none of the files is one.
const std::string* formatted_database(const scan_options& options);

/// Throws bad_usage: --format-db is no file that can be mapped.
[[noreturn]] void refuse_database_file(const scan_options& options);

// The files of a scan: what it reads, what it writes, and what it keeps for --resume.

/// What a scan reads.
struct scan_inputs {
  spliced::substitution_matrix matrix;
  target_set queries;                     // by name, as their matches are written
  std::optional<scan_database> database;  // nothing: there is nothing to compare with
  run_costs costs;

  /// Nothing to look for, or nowhere to look.
  [[nodiscard]] bool is_empty() const { return !database || queries.targets.empty(); }
};

/// Reads all of them, with warnings on standard error: of an empty result as well, unless it is an estimate. Throws
/// what readers throw, and bad_data with all that is wrong with the inputs.
scan_inputs read_scan_inputs(const scan_options& options, input_watch& watch, run_control& control);

/// A formatted database, or one that is made of FASTA files or a genome. Throws nothing_to_compare.
scan_database read_database(const scan_options& options, report& problems, run_control& control);

/// Of a database that is not formatted.
masking mask_of_database(const scan_options& options);

/// Refuse options that contradict a formatted database, which stays as it is: its genetic code, its mask. Throw
/// bad_usage.
void check_code(const scan_options& options, const scan_database& database);
void check_mask(const scan_options& options, const scan_database& database);

// The files that `exonweave scan` writes.

/// By names of columns (match_table). Throws bad_usage, for --columns.
match_table table_of(const std::string& columns);

/// Paths; empty: none, but for the table, which always is.
struct scan_output_files {
  std::string table;
  std::string paf;
  std::string gff3;
  std::string pairwise;
};

/// All at once: an output is there with all others, or none is.
class scan_outputs {
 public:
  /// Throws bad_usage, and what outputs throw that cannot be made.
  scan_outputs(const scan_output_files& files, const std::string& columns);

  /// All matches of a query; queries one after the other.
  void write(const scan_context& context, std::span<const scan_match> of_query);
  /// When all are written.
  void end(const scan_database& database);
  /// In place of both.
  void write_nothing();
  void commit();

 private:
  match_table table_;
  output_file tabular_;
  std::unique_ptr<output_file> paf_;  // this and those below: null where not requested
  std::unique_ptr<indexed_output> gff3_;
  match_gff3 rows_;
  std::unique_ptr<output_file> pairwise_;
};

// What a scan keeps for --resume: whose results they are, and how far it is.

/// More cells than this have a journal unasked: they take some minutes of a CPU's thread.
constexpr std::uint64_t max_cells_without_journal = 1'000'000'000'000;

/// What is read, to be called before that is done: but for a formatted database, which has a checksum of its own.
std::vector<input_file> sum_inputs(const scan_options& options);

/// Where --journal or --resume asks for it, or the scan is long. Null: none. `sums` are those of sum_inputs(). Throws
/// what open_journal() throws, and bad_data where inputs were changed meanwhile.
std::unique_ptr<scan_journal> make_journal(const scan_options& options, std::uint64_t n_cells,
                                           const scan_database& database, const input_watch& watch,
                                           const std::vector<input_file>& sums);

/// What the journal knows, and where to note more. `journal` may be null, and must outlive it. Throws bad_data where it
/// has results of something else.
scan_log make_log(const scan_options& options, const scan_context& context, scan_journal* journal);

}  // namespace exonweave::apps
