// What a scan reads.
#pragma once

#include <optional>

#include "base/files/report.hpp"
#include "base/threads/run_control.hpp"
#include "cli/input_watch.hpp"
#include "cli/run_costs.hpp"
#include "exons/sequences/masking.hpp"
#include "exons/sequences/targets.hpp"
#include "pairwise/scan/scan_database.hpp"
#include "pairwise/scan_options.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave::apps {

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

}  // namespace exonweave::apps
