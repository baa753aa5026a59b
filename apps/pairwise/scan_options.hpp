// What `exonweave scan` is requested.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/journaled_run.hpp"
#include "cli/options.hpp"
#include "exons/sequences/masking.hpp"
#include "pairwise/engine_options.hpp"
#include "pairwise/pairwise_estimate.hpp"

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

}  // namespace exonweave::apps
